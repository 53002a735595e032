import { UntestedError, isRecord, type Exchange } from '#suite'

/** A link placement of a file, its ids in lower case: the letter case of a UUID says nothing. */
export interface Usage {
  readonly linkId: string
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
    linkId: String(usage['file_link_id']).toLowerCase(),
    productId: String(usage['product_id']).toLowerCase(),
    targetId: String(usage['target_id']).toLowerCase(),
    targetType: usage['target_type'],
    propertyType: usage['property_type'],
  }))
}

/** The link that an upload made. Blocked by UP-02 where the answer shows none. */
export function newLinkOf({ json }: Exchange): Usage {
  const [link] = usagesOf(json)
  if (link !== undefined) return link
  throw new UntestedError({ reason: 'blocked', blockedBy: ['UP-02'], cause: 'the answer to an upload shows no link' })
}

/** The id of the first link that a file record shows, as it is spelt there. */
export function linkOf(record: unknown): string | undefined {
  const usages: unknown = isRecord(record) ? record['used_in'] : undefined
  const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
  return isRecord(usage) && typeof usage['file_link_id'] === 'string' ? usage['file_link_id'] : undefined
}
