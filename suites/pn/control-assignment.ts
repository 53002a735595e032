import type { Exchange, Identity, Sources } from '#suite'

interface Place {
  readonly workspace_id: string
  readonly as: Extract<Identity, 'own' | 'same-organization'>
}

/** The control request of a rejected assignment: a product without a number is given one. Blocked by PN-02 if it is rejected. */
export function controlAssignment(
  { given, session }: Pick<Sources, 'given' | 'session'>,
  { workspace_id, as }: Place,
): Promise<Exchange> {
  return session.shared(`assignment of a part number in ${workspace_id} by ${as}`, async () => {
    const { id } = await given.productWithoutPartNumber({ workspace_id })
    return given.requireSuccess(await given.update(id, { part_number: given.partNumber() }, { as }), 'PN-02')
  })
}
