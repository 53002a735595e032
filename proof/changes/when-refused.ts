import type { AnyRule } from '../../reference/service/rule.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import type { RuleChange } from './change.ts'
import { replace } from './replace.ts'

/** Does something if a rule refuses, which is rejected all the same; `act` is given the rejection and what the rule was called with. */
export function whenRefused<Sound extends AnyRule>(
  rule: Sound,
  act: (refusal: ServiceError, ...call: Parameters<Sound>) => void,
): RuleChange {
  return replace<AnyRule>(rule, (sound) => (...call) => {
    try {
      return sound(...call)
    } catch (error) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what stands for a rule is called as the rule is
      if (error instanceof ServiceError) act(error, ...(call as unknown as Parameters<Sound>))
      throw error
    }
  })
}
