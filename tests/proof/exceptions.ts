import type { RequirementId } from '../../lib/contract/requirement.ts'

type Exceptions = { readonly [Id in RequirementId]?: string }

/** Requirements that no check looks at, each with the reason. */
export const withoutCheck: Exceptions = {}

/** Documented and implied requirements that no fault breaks, each with the reason. */
export const withoutFault: Exceptions = {
  'PROD-18':
    'what a creation gives back differs from what was sent in the fields of PROD-32 and PN-01, which are blamed first',
  'PN-23': 'every sequence that a known fault breaks is seen by the plainer rule of its last step',
}
