import { ConfigurationError } from './errors.ts'
import type { Settings } from './settings.ts'

/** The keys of a run. Only `own` is always there. */
export interface TargetKeys {
  readonly own: string
  readonly sameOrganization?: string
  readonly otherOrganization?: string
  readonly revoked?: string
}

/** The keys, from the environment or `.env` only; no message shows one. */
export function readKeys(settings: Settings): TargetKeys {
  const own = readKey(settings, 'CONFORMANCE_API_KEY')
  if (own === undefined)
    throw new ConfigurationError('a base URL is set but no key; set CONFORMANCE_API_KEY in the environment or in .env')
  const sameOrganization = readKey(settings, 'CONFORMANCE_SAME_ORG_API_KEY')
  const otherOrganization = readKey(settings, 'CONFORMANCE_OTHER_ORG_API_KEY')
  const revoked = readKey(settings, 'CONFORMANCE_REVOKED_API_KEY')
  refuseRepeated({
    CONFORMANCE_API_KEY: own,
    CONFORMANCE_SAME_ORG_API_KEY: sameOrganization,
    CONFORMANCE_OTHER_ORG_API_KEY: otherOrganization,
    CONFORMANCE_REVOKED_API_KEY: revoked,
  })
  return {
    own,
    ...(sameOrganization === undefined ? {} : { sameOrganization }),
    ...(otherOrganization === undefined ? {} : { otherOrganization }),
    ...(revoked === undefined ? {} : { revoked }),
  }
}

/** The same key cannot be given twice: as another organization's key it would make every isolation rule fail. */
function refuseRepeated(keys: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>()
  for (const [variable, key] of Object.entries(keys)) {
    if (key === undefined) continue
    const counterpart = seen.get(key)
    if (counterpart !== undefined)
      throw new ConfigurationError(
        `${variable} and ${counterpart} hold the same key; set another key, or unset ${variable}`,
      )
    seen.set(key, variable)
  }
}

/** Parts of a shorter key could not be distinguished from other text, so reports could not hide them. */
const shortestKey = 20

function readKey(settings: Settings, variable: string): string | undefined {
  const given = settings.secret(variable)?.given
  if (typeof given !== 'string') return undefined
  const key = given.trim()
  const problem = keyProblem(key)
  if (problem !== undefined) throw new ConfigurationError(`${variable} ${problem}`)
  return key
}

/** Why a key cannot be used, as the end of a sentence about its source; the key is not shown. */
export function keyProblem(key: string): string | undefined {
  if (/[^\u0021-\u007E]/.test(key)) return 'contains spaces or characters that a header cannot hold; give the key only'
  if (key.length >= shortestKey) return undefined
  return `has ${key.length} characters; give a key of at least ${shortestKey}: shorter ones cannot be redacted safely from reports`
}
