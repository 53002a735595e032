import { isRecord } from '../../lib/contract/is-record.ts'

/** A link placement of a file, its ids in lower case: the letter case of a UUID says nothing. */
export interface Usage {
  readonly productId: string
  readonly targetId: string
  readonly targetType: unknown
  readonly propertyType: unknown
}

/** The link placements that a file record shows. */
export function usagesOf(record: unknown): readonly Usage[] {
  const usages = isRecord(record) ? record['used_in'] : undefined
  if (!Array.isArray(usages)) return []
  return usages.filter(isRecord).map((usage) => ({
    productId: String(usage['product_id']).toLowerCase(),
    targetId: String(usage['target_id']).toLowerCase(),
    targetType: usage['target_type'],
    propertyType: usage['property_type'],
  }))
}
