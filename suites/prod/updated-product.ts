import type { CheckContext, Exchange, MadeProduct } from '#suite'

/** A product whose name and readable_id were updated, and how that was answered: the control request of updates that are rejected. */
export function updatedProduct(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  field: 'name' | 'readable_id',
): Promise<{ readonly id: string; readonly control: Exchange }> {
  // One a field: a target that accepted that both are emptied would leave nothing by which the product can be told to be ours.
  return session.shared(`product whose ${field} may not be emptied`, async () => {
    const { id } = await given.emptyProduct()
    // Both: what another check has left there may not be told to be ours.
    const changed = { name: given.name(), readable_id: given.readableId() }
    return { id, control: given.requireSuccess(await given.update(id, changed), 'PROD-41') }
  })
}

/** A product that checks update one after the other, whatever the last one has left there. */
export function productUpdatedInTurn({
  given,
  session,
}: Pick<CheckContext, 'given' | 'session'>): Promise<MadeProduct> {
  return session.lending.lent('product that checks update in turn', () => given.emptyProduct())
}
