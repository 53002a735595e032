import type { RequirementId } from '../../lib/contract/requirement.ts'
import type { Change } from '../changes/change.ts'

/**
 * One lawful difference, and the open points or latitudes that it uses.
 *
 * To add one: write it into the family of its topic, or into a new family that `catalogue.ts` names; title and latitude in
 * the present tense; the requirements that it touches, the closest first; `changes` with the helpers of `proof/changes/`:
 *
 * - `requests`, `requestsOf`: a request in other names or shapes is translated into the service's own (`names.ts`,
 *   `sent-entries.ts`), or is refused by throwing a `validationError`;
 * - `records`, `answers`, `answersOf`: an answer is shown otherwise; `withTexts`, `renamed`, `without` in `shown-fields.ts`;
 * - `replace(rule, (sound) => …)`: something is done otherwise; a function of the service that is no rule yet becomes one;
 * - `arrivals`, `transports`: what happens before anything is judged, and how HTTP sends what was answered;
 * - `prepares`: something else is there from the start.
 *
 * The service's own names reach a family that stands further down in the catalogue: variants are applied from the client
 * inwards, in its order. `node tests/proof/try.ts --variant ID[,ID]` shows that the suite does not accuse it, alone and
 * beside others.
 */
export interface Variant {
  readonly title: string
  readonly latitude: string
  /** The requirements whose behaviour it varies, the closest first: those that a check with too strict a claim would accuse it of. */
  readonly touches: readonly [RequirementId, ...RequirementId[]]
  /** What the operators of such a service declare of it: a part of a target file. */
  readonly target?: Readonly<Record<string, unknown>>
  /** False where nobody supplies controls. */
  readonly controls?: boolean
  /**
   * Others that it cannot go together with, apart from those that follow: two that replace the same function for a common
   * requirement, or that change the same part of an exchange and touch exactly the same requirements.
   */
  readonly without?: readonly string[]
  /** What makes the service do it. */
  readonly changes: readonly Change[]
}

/** Declares a family of variants by their names, which are typed from it. */
export function defineVariants<const Family extends Readonly<Record<string, Variant>>>(family: Family): Family {
  return family
}
