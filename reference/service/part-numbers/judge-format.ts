import type { Deployment } from '../deployment.ts'
import { type ServiceError, validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'

/** A number, and where it is to be used. Without a product it is for a new one. */
export interface FormatQuestion {
  readonly number: string
  readonly workspaceId: string
  readonly productId?: string
}

/** Rejects a number that does not match the configured format; if none is configured, any number is accepted. */
export const judgeFormat = rule((deployment: Deployment, question: FormatQuestion): void => {
  const pattern = formatFor(deployment, question)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(question.number)) throw outOfFormat()
})

/**
 * The configured format, or undefined. A product's own rule comes before those of its workspace. A new product has no
 * configuration yet: the rule that was set last in its workspace holds, on the workspace or on a product of it.
 */
export const formatFor = rule(
  ({ store }: Deployment, { workspaceId, productId }: FormatQuestion): string | undefined => {
    const rules = store.all<{ pattern: string; product_id: string | null }>(
      'SELECT pattern, product_id FROM part_number_rules WHERE workspace_id = ? ORDER BY sequence',
      workspaceId,
    )
    if (productId === undefined) return rules.at(-1)?.pattern
    const own = rules.find((configured) => configured.product_id === productId)
    return (own ?? rules.find((configured) => configured.product_id === null))?.pattern
  },
)

/** The 422 about a number that does not match the configured format. */
export function outOfFormat(): ServiceError {
  return validationError({
    loc: ['body', 'part_number'],
    msg: 'does not match the configured format',
    type: 'part_number_format',
  })
}
