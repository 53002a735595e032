import { keyNames, type KeyName, type Keys } from './keys.ts'
import type { Identity } from './exchange.ts'

/** The variables that hold the keys, so that a command can be shared. */
export const keyVariables: Readonly<Record<Identity, string | undefined>> = {
  own: 'CONFORMANCE_API_KEY',
  'same-organization': 'CONFORMANCE_SAME_ORG_API_KEY',
  'other-organization': 'CONFORMANCE_OTHER_ORG_API_KEY',
  revoked: 'CONFORMANCE_REVOKED_API_KEY',
  none: undefined,
  forged: undefined,
}

/** The same, under the names of the client's options. */
export const variableOfKey: Readonly<Record<KeyName, string>> = {
  own: 'CONFORMANCE_API_KEY',
  sameOrganization: 'CONFORMANCE_SAME_ORG_API_KEY',
  otherOrganization: 'CONFORMANCE_OTHER_ORG_API_KEY',
  revoked: 'CONFORMANCE_REVOKED_API_KEY',
}

/** The variables with the given keys, as a run reads them. */
export function keyEnvironment(keys: Keys): Readonly<Record<string, string>> {
  return Object.fromEntries(
    keyNames.flatMap((name) => {
      const key = keys[name]
      return key === undefined ? [] : [[variableOfKey[name], key]]
    }),
  )
}
