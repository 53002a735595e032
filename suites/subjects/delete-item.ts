import type { CheckContext, Exchange, MadeItem } from '#suite'

/** An item that is neither the first of its product nor filled: lawful: others may not be deletable. */
export async function laterItem({ given }: Pick<CheckContext, 'given'>): Promise<MadeItem> {
  const first = await given.item()
  return given.item({ product: first.product })
}

/** Deletes an item that is filled. lawful: a refusal, and then what becomes of its content is untested. */
export async function deleteFilled({ given }: Pick<CheckContext, 'given'>, item: MadeItem): Promise<Exchange> {
  const answer = await given.remove('item', item.id)
  if (answer.status < 300) return answer
  // The control request: an empty one is deleted.
  const empty = await given.item({ product: item.product })
  given.requireSuccess(await given.remove('item', empty.id), 'ITEM-07')
  return given.untestable({ reason: 'capability-absent', cause: 'the target deletes no item that has properties' })
}
