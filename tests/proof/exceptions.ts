import type { RequirementId } from '../../lib/contract/requirement.ts'

type Exceptions = { readonly [Id in RequirementId]?: string }

/** Requirements that no check looks at, each with the reason. */
export const withoutCheck: Exceptions = {}

/** Documented and implied requirements that no fault breaks, each with the reason. */
export const withoutFault: Exceptions = {
  'PN-23': 'every sequence that a known fault breaks is seen by the plainer rule of its last step',
}
