import { obstacleText, type Obstacle } from '../checks/errors.ts'
import type { ControlName } from '../config/controls.ts'
import type { TargetFile } from '../config/target-file.ts'
import type { Session } from './session.ts'

const controlsOf: Readonly<Record<string, readonly ControlName[]>> = {
  'control:create-key': ['createApiKey'],
  // The run revokes only a key that it created.
  'control:revoke-key': ['createApiKey', 'revokeApiKey'],
  'control:publish-version': ['publishVersion'],
  'control:set-ai-usage': ['setAiUsage'],
  'control:set-part-number-rule': ['setPartNumberRule'],
  'control:soft-delete-property': ['softDeleteProperty'],
  'control:set-rate-limit': ['setRateLimit'],
  'control:create-generated-document': ['createGeneratedDocument'],
}

/** What stands between a target and something that only its answers show. */
export type Seen = (need: string) => Obstacle | undefined

/** What stands between a session and all needs of a check; its remedy names everything that is missing, because a part of it would enable nothing. */
export function unmetNeeds(needs: readonly string[], session: Session): Obstacle | undefined {
  const obstacles = needs.flatMap((need) => unmetNeed(need, session) ?? [])
  const [first, ...others] = obstacles
  if (!first || others.length === 0) return first
  const { reason } = obstacles.find(areTraces) ?? first
  const all = obstacles.map((obstacle) => obstacle.needs).join(' ')
  return { reason, needs: all, remedy: remediesOf(obstacles).join(', and ') }
}

function areTraces({ reason }: Obstacle): boolean {
  return reason === 'traces-not-allowed'
}

/** The different remedies of several obstacles. */
export function remediesOf(obstacles: readonly Obstacle[]): readonly string[] {
  // Who allows traces, or a control, allows writes.
  const allowsWrites = obstacles.some((obstacle) => areTraces(obstacle) || obstacle.reason === 'missing-control')
  const needed = obstacles.filter(({ reason }) => !(allowsWrites && reason === 'writes-not-allowed'))
  return [...new Set(needed.map((obstacle) => obstacleText(obstacle)))]
}

/**
 * What stands between a session and a need, or `undefined` if the need is met. Alternatives are joined by `|`. What only answers
 * show is met, for the check finds out, unless a look at the target has `seen` otherwise.
 */
export function unmetNeed(need: string, session: Session, seen: Seen = () => undefined): Obstacle | undefined {
  const obstacles = need.split('|').map((alternative) => unmetAlternative(alternative, session, seen))
  const [first, ...others] = obstacles
  if (!first || others.includes(undefined)) return undefined
  if (others.length === 0) return first
  const { reason } = first
  const remedies = [...new Set(obstacles.flatMap((obstacle) => obstacle?.remedy ?? []))]
  // An obstacle that only answers show may name the remedy of another beside its own.
  const all = remedies.filter((one) => !remedies.some((other) => other !== one && other.includes(one)))
  // "either", because another need may be joined to this one by "and".
  return { reason, needs: need, remedy: all.length > 1 ? `either ${all.join(' or ')}` : all.join('') }
}

function unmetAlternative(need: string, session: Session, seen: Seen): Obstacle | undefined {
  const { configuration, controls } = session
  const { keys, targetFile } = configuration
  const missing = controlsOf[need]?.filter((control) => !controls.has(control))
  if (missing) {
    const isReadOnly = configuration.mode === 'read-only'
    if (missing.length === 0) return isReadOnly ? writesNotAllowed(need) : undefined
    const names = `the control${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}`
    const options = `--controls FILE${isReadOnly ? ' --allow-writes' : ''}`
    return { reason: 'missing-control', needs: need, remedy: `supply ${names} (${options})` }
  }
  switch (need) {
    case 'read':
    case 'small-limit':
      return undefined
    case 'fixture:published-product':
    case 'fixture:generated-document':
      return seen(need)
    case 'write':
      return configuration.mode === 'read-write' ? undefined : writesNotAllowed(need)
    case 'trace':
      return configuration.allowTraces
        ? undefined
        : {
            reason: 'traces-not-allowed',
            needs: need,
            remedy: 'allow permanent leftovers such as retired part numbers (--allow-writes --allow-traces)',
          }
    case 'second-key':
      return controls.has('createApiKey')
        ? undefined
        : missingFixture(
            need,
            keys.otherOrganization,
            'set CONFORMANCE_OTHER_ORG_API_KEY to a key of another organization',
          )
    case 'same-org-key':
      return missingFixture(
        need,
        keys.sameOrganization,
        'set CONFORMANCE_SAME_ORG_API_KEY to a second key of the organization',
      )
    case 'revoked-key':
      return missingFixture(need, keys.revoked, 'set CONFORMANCE_REVOKED_API_KEY to a revoked key')
    default:
      return undeclared(need, targetFile)
  }
}

/** What only the target file can tell. */
function undeclared(need: string, { aiUsage, limits, fixtures }: TargetFile): Obstacle | undefined {
  switch (need) {
    case 'max-upload-bytes':
      return missingFixture(need, limits?.maxUploadBytes, 'declare limits.maxUploadBytes in the target file')
    case 'ai-usage':
      return missingFixture(need, aiUsage, 'declare aiUsage in the target file')
    case 'fixture:foreign-ids':
      return missingFixture(need, fixtures?.foreign, 'declare fixtures.foreign in the target file')
    case 'fixture:soft-deleted-property': {
      const remedy = 'declare fixtures.softDeletedPropertyId in the target file'
      return missingFixture(need, fixtures?.softDeletedPropertyId, remedy)
    }
    case 'fixture:part-number-rule':
      return missingFixture(need, fixtures?.partNumberRule, 'declare fixtures.partNumberRule in the target file')
    default:
      throw new Error(`a check needs "${need}", which is not a known need`)
  }
}

function missingFixture(need: string, declared: unknown, remedy: string): Obstacle | undefined {
  return declared === undefined ? { reason: 'missing-fixture', needs: need, remedy } : undefined
}

function writesNotAllowed(need: string): Obstacle {
  return { reason: 'writes-not-allowed', needs: need, remedy: 'allow writes (--allow-writes)' }
}
