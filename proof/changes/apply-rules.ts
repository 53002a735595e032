import { soundOf, type AnyRule, type Replacements } from '../../reference/service/rule.ts'
import { changesAt, type AppliedChange } from './applied-change.ts'
import { watchCalls } from './watch-call.ts'

/** The rules as the changes have them, a later change around an earlier one of the same rule. */
export function applyRules(applied: readonly AppliedChange[]): Replacements {
  const replacements = new Map<AnyRule, AnyRule>()
  for (const { change, onActivation } of changesAt('rule', applied)) {
    const inner = replacements.get(change.rule) ?? soundOf(change.rule)
    replacements.set(change.rule, watchCalls(inner, change, onActivation))
  }
  return replacements
}
