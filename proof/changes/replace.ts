import type { AnyRule } from '../../reference/service/rule.ts'
import type { RuleChange } from './change.ts'

/**
 * Replaces a rule by a function of the sound one, which is made again for each call: what it has to remember goes through
 * `remember`. A call counts as an activation if it does something else than `sound` alone: another result, other parameters, no
 * call, a write of its own. `reached` counts what shows in none of these, such as a delay. Results of `sound` are not to be
 * changed in place.
 */
export function replace<Sound extends AnyRule>(
  rule: Sound,
  by: (sound: Sound, reached: () => void) => Sound,
): RuleChange {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `rule` says which shape the sound function has
  return { place: 'rule', rule, by: by as unknown as RuleChange['by'] }
}
