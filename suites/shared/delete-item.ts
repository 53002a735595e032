import { rejected, succeeded, type CheckContext, type Exchange, type MadeItem } from '#suite'

/** An item that is neither the first of its product nor filled: lawful: others may not be deletable. */
export async function laterItem({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<MadeItem> {
  const { product } = await session.shared('first of the items that are deleted', () => given.item())
  return given.item({ product })
}

/** Deletes an item into which the run has put nothing. lawful: what a deployment puts into each by itself may be in the way. */
export async function deleteEmpty({ given }: Pick<CheckContext, 'given'>, id: string): Promise<Exchange> {
  const answer = await given.remove('item', id)
  if (!rejected(answer) || given.entriesOf(await given.listProperties(id)).length === 0) return answer
  return given.untestable({
    reason: 'capability-absent',
    cause: 'the target puts properties into each item and does not delete an item with properties',
  })
}

/** Deletes an item that is filled. lawful: a rejection, and then what becomes of its content is untested. */
export async function deleteFilled({ given }: Pick<CheckContext, 'given'>, item: MadeItem): Promise<Exchange> {
  const answer = await given.remove('item', item.id)
  if (succeeded(answer)) return answer
  // The control request: an empty one is deleted.
  const empty = await given.item({ product: item.product })
  given.requireSuccess(await deleteEmpty({ given }, empty.id), 'ITEM-07')
  return given.untestable({ reason: 'capability-absent', cause: 'the target did not delete an item with properties' })
}

/** Publishes an item and deletes it. lawful: a rejection, for what is in a version may have to stay. */
export async function publishAndDelete(context: Pick<CheckContext, 'given'>, item: MadeItem): Promise<Exchange> {
  await context.given.publish(item)
  const answer = await deleteEmpty(context, item.id)
  if (!rejected(answer)) return answer
  return context.given.untestable({ reason: 'capability-absent', cause: 'the target did not delete a published item' })
}
