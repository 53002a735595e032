import type { Verify } from '../checks/verify.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Api } from './api.ts'
import type { Given } from '../service/given/given.ts'
import type { Session } from './session.ts'

/** The needs of a check. `|` separates alternatives; a check without needs only reads with one key. */
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
  /** The requirements that this check verifies: it makes a claim about each. */
  readonly verifies: readonly Id[]
  readonly needs?: readonly Need[]
  /** Requirements that passive checks judge in the exchanges of this check: it produces the traffic, and can be selected by them. */
  readonly covers?: readonly RequirementId[]
  /** Runs alone: it changes or measures something that all checks share. */
  readonly serial?: true
  /**
   * `first`: before the others, because its records must be old at the end of the run; `last`: after them, because a deployment
   * may lock the client out.
   */
  readonly when?: 'first' | 'last'
  /** It evaluates nothing unless a record from before the run fits, such as a name with a capital letter. */
  readonly uncertain?: true
}

/** What a check is given to work with. */
export interface CheckContext<Id extends RequirementId = RequirementId> {
  readonly api: Api
  readonly given: Given
  readonly verify: Verify<Id>
  /** Records what the target does if the contract leaves it open; with GEN-06, how soon a check saw the expected result. */
  readonly observe: (requirement: Id | 'GEN-06', name: string, value: unknown) => void
  readonly session: Session
}

/** What set-up is made with: the part of the context that claims nothing. */
export type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** A scenario, property, model run or race, ready to run in a session. */
export interface Check {
  readonly title: string
  readonly kind: 'scenario' | 'property' | 'model' | 'race'
  readonly verifies: readonly RequirementId[]
  readonly needs: readonly Need[]
  readonly covers: readonly RequirementId[]
  readonly serial: boolean
  readonly when?: 'first' | 'last' | undefined
  readonly uncertain?: true | undefined
  readonly run: (context: CheckContext) => Promise<void>
}
