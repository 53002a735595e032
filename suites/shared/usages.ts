import { UntestedError, asText, fieldOf, isRecord, textIn } from '#suite'
import type { CheckContext, Entry, Exchange, PropertyType } from '#suite'

/** A link placement of a file, its ids in lower case: the letter case of a UUID says nothing. */
export interface Usage {
  readonly linkId: string
  readonly productId: string
  readonly targetId: string
  readonly targetType: unknown
  readonly propertyType: unknown
}

/** The link placements that a file record shows, as they stand there. */
export function placementsOf(record: unknown): readonly Entry[] {
  const usages = isRecord(record) ? record['used_in'] : undefined
  return Array.isArray(usages) ? usages.filter(isRecord) : []
}

/** The same in one form. */
export function usagesOf(record: unknown): readonly Usage[] {
  return placementsOf(record).map((usage) => ({
    linkId: asText(usage['file_link_id']).toLowerCase(),
    productId: asText(usage['product_id']).toLowerCase(),
    targetId: asText(usage['target_id']).toLowerCase(),
    targetType: usage['target_type'],
    propertyType: usage['property_type'],
  }))
}

/** The link that an upload made. Blocked by UP-02 if the answer shows none. */
export function newLinkOf({ json }: Exchange): Entry {
  const [link] = placementsOf(json)
  if (link !== undefined) return link
  throw new UntestedError({ reason: 'blocked', blockedBy: ['UP-02'], cause: 'the answer to an upload showed no link' })
}

/** The id of the first link that a file record shows, as it is spelt there. */
export function linkOf(record: unknown): string | undefined {
  return textIn(placementsOf(record)[0], 'file_link_id')
}

/**
 * The types that a link to a property of a type may name: that which the property's own record shows. lawful: a matrix whose record
 * says numeric is a matrix all the same
 */
export function linkTypes(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  type: PropertyType,
): Promise<readonly string[]> {
  return session.shared(`types of a link to a ${type} property`, async () => {
    const { id } = await given.fileProperty(type)
    const recorded = asText(fieldOf(await given.read('property', id), 'type')).toLowerCase()
    return [type, ...(type === 'matrix' && recorded === 'numeric' ? [recorded] : [])]
  })
}
