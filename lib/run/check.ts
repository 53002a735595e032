import type { Verify } from '../checks/verify.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Api } from './api.ts'
import type { Given } from '../service/given/given.ts'
import type { Session } from './session.ts'

/** What a check must have to run at all. Alternatives are joined by `|`; a check that needs nothing reads with one key. */
export type Need =
  | 'write'
  | 'trace'
  | 'second-key'
  | 'same-org-key'
  | 'revoked-key'
  | 'max-upload-bytes'
  | `control:${ControlNeed}`
  | `fixture:${string}`
  | `${string}|${string}`

type ControlNeed =
  | 'create-key'
  | 'revoke-key'
  | 'publish-version'
  | 'set-ai-usage'
  | 'set-part-number-rule'
  | 'soft-delete-property'
  | 'set-rate-limit'
  | 'create-generated-document'

export interface CheckOptions<Id extends RequirementId> {
  /** The requirements that this check verifies: it claims something of each. */
  readonly verifies: readonly Id[]
  readonly needs?: readonly Need[]
  /** Requirements that the passive checks judge in what this check sends: it makes the traffic, and is selected by them too. */
  readonly covers?: readonly RequirementId[]
  /** Runs with nothing beside it: it changes or measures what all checks share. */
  readonly serial?: true
  /** Before the others, since what it makes is to be old at the end of a run; or after them, since a deployment may lock the client out. */
  readonly when?: 'first' | 'last'
}

/** What a check is given to work with. */
export interface CheckContext<Id extends RequirementId = RequirementId> {
  readonly api: Api
  readonly given: Given
  readonly verify: Verify<Id>
  /** Records what the target does where the contract leaves it open; with GEN-06, how soon any check saw what was due. */
  readonly observe: (requirement: Id | 'GEN-06', name: string, value: unknown) => void
  readonly session: Session
}

/** A scenario, property, model run or race, ready to run in a session. */
export interface Check {
  readonly title: string
  readonly kind: 'scenario' | 'property' | 'model' | 'race'
  readonly verifies: readonly RequirementId[]
  readonly needs: readonly Need[]
  readonly covers: readonly RequirementId[]
  readonly serial: boolean
  readonly when?: 'first' | 'last' | undefined
  readonly run: (context: CheckContext) => Promise<void>
}
