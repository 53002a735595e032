import type { Deployment } from '../deployment.ts'
import { validationError } from '../http/service-error.ts'

/** A number, and where it is to be used. Without a product it is for a new one. */
export interface FormatQuestion {
  readonly number: string
  readonly workspaceId: string
  readonly productId?: string
}

/**
 * Refuses a number outside the configured format. A product's own rule comes before those of its workspace. A new product
 * has no configuration yet: the rule that was set last in its workspace holds, on the workspace or on a product of it.
 */
export function judgeFormat(deployment: Deployment, question: FormatQuestion): void {
  const { faults } = deployment
  const pattern = patternFor(deployment, question)
  if (pattern === undefined) {
    if (!question.number.includes(' ') || !faults.active('blank-in-number-refused')) return
  } else if (new RegExp(pattern, 'u').test(question.number) && !faults.active('format-refuses-everything')) return
  else if (isInFormatButForALine(pattern, question.number) && faults.active('format-lets-a-line-break-through')) return
  else if (endsInFormat(pattern, question.number) && faults.active('format-found-anywhere-in-the-number')) return
  throw validationError({
    loc: ['body', 'part_number'],
    msg: 'does not match the configured format',
    type: 'part_number_format',
  })
}

function isInFormatButForALine(pattern: string, number: string): boolean {
  return number.endsWith('\n') && new RegExp(pattern, 'u').test(number.slice(0, -1))
}

function endsInFormat(pattern: string, number: string): boolean {
  return new RegExp(pattern.replace(/^\^/u, ''), 'u').test(number)
}

function patternFor({ store, variants }: Deployment, { workspaceId, productId }: FormatQuestion): string | undefined {
  const rules = store.all<{ pattern: string; product_id: string | null }>(
    'SELECT pattern, product_id FROM part_number_rules WHERE workspace_id = ? ORDER BY sequence',
    workspaceId,
  )
  if (rules.length === 0 && variants.chosen('part-number-rule-holds-everywhere')) return '^PN-[0-9]{8}$'
  if (productId === undefined) return rules.at(-1)?.pattern
  const own = rules.find((rule) => rule.product_id === productId)
  return (own ?? rules.find((rule) => rule.product_id === null))?.pattern
}
