import type { VariantSwitch } from './variant-switch.ts'

const yes: ReadonlySet<string> = new Set(['1', 'yes', 'on', 'y', 't', 'true'])
const no: ReadonlySet<string> = new Set(['0', 'no', 'off', 'n', 'f', 'false'])

/** A value as a service reads it that is less strict than it could be. */
export function lenient(variants: VariantSwitch, name: string, value: string | undefined): string | undefined {
  if (value === undefined) return value
  const isPage = name === 'limit' || name === 'offset'
  if (isPage && variants.chosen('integers-may-have-a-sign-and-blanks')) {
    const digits = /^\s*\+?0*(\d+)\s*$/u.exec(value)?.[1]
    return digits ?? value
  }
  const isBoolean = name === 'includeDeleted' || name === 'allow_duplicate'
  if (!isBoolean || !variants.chosen('booleans-may-be-yes-or-1')) return value
  if (yes.has(value.toLowerCase())) return 'true'
  return no.has(value.toLowerCase()) ? 'false' : value
}
