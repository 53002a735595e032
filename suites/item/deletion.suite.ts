import { assume, entriesOf, entryOf, isRecord, propertyTypes, sameId, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { propertiesIn, type Entry } from '../shared/example-property.ts'
import { deletedAs, isGone, isUnknown } from '../shared/is-marked-deleted.ts'
import { deleteEmpty, deleteFilled, laterItem, publishAndDelete } from '../shared/delete-item.ts'
import { listItemsOf, type ListedItems } from '../shared/list-items-of.ts'

const write = ['write'] as const

type Context = Pick<CheckContext, 'given'>

/** A version may keep the draft of its item as well. */
const deletions = [
  { when: '', needs: write, deleteItem: (context: Context, { id }: MadeItem) => deleteEmpty(context, id) },
  { when: ' after its publication', needs: [...write, 'control:publish-version'], deleteItem: publishAndDelete },
] as const

for (const { when, needs, deleteItem } of deletions)
  scenario(
    `an item deleted${when} is gone by id and from its list, and another item of its product stays`,
    { verifies: ['ITEM-07'], needs },
    async (context) => {
      const { given, session, verify } = context
      const neighbour = await session.shared('property beside which items are deleted', () => given.property('text'))
      const item = await given.item({ product: neighbour.item.product })
      const { id, product } = item
      given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-07', await deleteItem(context, item)).isAccepted()
      const read = await given.eventually(() => given.read('item', id), isGone)
      verify('ITEM-07', read).isRejected({ where: !isMarked(read.json) })
      const { answer, entries } = await given.eventually(() => listItemsOf(context, product), without(id))
      verify('ITEM-07', answer).omits(id, { among: unmarked(entries) })
      const kept = [await given.read('item', neighbour.item.id), await given.read('property', neighbour.id)]
      verify('ITEM-07', kept).hasStatus(200, {
        hint: 'wrong condition: the deletion seems to remove more records than the one in the path',
      })
    },
  )

/** Whether a list has an item no more, or marked as deleted. */
function without(id: string): (list: ListedItems) => boolean {
  return ({ entries }) => unmarked(entries).every((entry) => !sameId(entry['id'], id))
}

scenario('an update of a deleted item is rejected', { verifies: ['ITEM-07'], needs: write }, async (context) => {
  const { api, given, verify } = context
  const { id } = await laterItem(context)
  const path = { item_id: id }
  const json = { description: 'changed' }
  given.requireSuccess(await api.send('updateItem', { path, json }), 'ITEM-06')
  const control = given.requireSuccess(await deleteEmpty(context, id), 'ITEM-07')
  // lawful: one that is only marked as deleted may be changed, for all that the contract says
  assume(isUnknown(await given.read('item', id)))
  verify('ITEM-07', await api.send('updateItem', { path, json })).isRefused({ control })
})

interface Emptied {
  readonly item: MadeItem
  readonly properties: ReadonlyMap<PropertyType, MadeProperty>
  /** What the list of all properties showed of its date before the deletion, if it had one. */
  readonly amongAll: AmongAll | undefined
}

/** POST /items, POST /properties of each type in the item, GET of their lists, and DELETE of the item; once per session. */
function deletedWithProperties(context: CheckContext<'ITEM-08'>): Promise<Emptied> {
  const { given, session } = context
  return session.shared('deleted item with properties of each type', async () => {
    const item = await laterItem(context)
    const properties = await propertiesIn(given, item)
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    for (const [type, property] of properties) if (!given.lists(listed, property)) properties.delete(type)
    const date = properties.get('date')
    // lawful: an index that lags
    const amongAll = date && (await given.eventually(() => dateAmongAll(context, date.id), isShownOrRefused))
    await deleteFilled(context, item)
    return { item, properties, amongAll }
  })
}

for (const type of propertyTypes)
  scenario(
    `the property list of a deleted item shows no ${type} property`,
    { verifies: ['ITEM-08'], needs: write },
    async (context) => {
      const { given, observe, session, verify } = context
      const { item, properties } = await deletedWithProperties(context)
      const id = properties.get(type)?.id
      assume(id !== undefined, `the list had no ${type} property before the deletion`)
      const goneById = await session.shared('property of a deleted item by id', () => given.read('property', id))
      observe('ITEM-08', 'a property of a deleted item by id', deletedAs(goneById))
      const listed = await listWithout(context, item, id)
      await requireMoreThanMarked(given, item, entryOf(listed, id) !== undefined)
      verify('ITEM-08', listed).isNoServerError()
      verify('ITEM-08', listed).omits(id, { among: unmarked(entriesOf(listed)), mayRefuse: true })
    },
  )

/** lawful: of an item that is itself only marked as deleted, the properties may be as they were, and still be listed */
async function requireMoreThanMarked(given: Sources['given'], { id }: MadeItem, isListed: boolean): Promise<void> {
  const isOnlyMarked = isListed && isMarked((await given.read('item', id)).json)
  assume(!isOnlyMarked, 'the target only marked the item as deleted')
}

/** The properties of a deleted item, once its list shows a property no more, or shows it for good; a rejection is as good. */
async function listWithout({ given, session }: Sources, item: MadeItem, id: string): Promise<Exchange> {
  const isShownNoMore = (list: Exchange): boolean =>
    !succeeded(list) || isMarked(entryOf(list, id) ?? { deleted: true })
  const list = (): Promise<Exchange> => given.listProperties(item.id, { query: { limit: 100 } })
  const first = await session.shared('list of a deleted item with properties of each type', list)
  return isShownNoMore(first) ? first : given.eventually(list, isShownNoMore)
}

scenario(
  'the list of all properties shows none of a deleted item',
  { verifies: ['ITEM-08'], needs: write },
  async (context) => {
    const { given, verify } = context
    const { item, properties, amongAll } = await deletedWithProperties(context)
    const id = properties.get('date')?.id
    const wasShown = id !== undefined && amongAll !== undefined && isShown(amongAll)
    assume(wasShown, 'the list of all properties did not show a new one')
    const after = await given.eventually(
      () => dateAmongAll(context, id),
      (list) => !isShown(list),
    )
    assume(succeeded(after.answer), 'the target rejected the list of all properties after the deletion')
    await requireMoreThanMarked(given, item, isShown(after))
    const among = [after.entry].filter((entry) => !isMarked(entry))
    verify('ITEM-08', after.answer).omits(id, {
      among,
      hint: 'missing join: the query does not seem to check whether the item is deleted',
    })
  },
)

function unmarked(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => !isMarked(entry))
}

function isMarked(record: unknown): boolean {
  return isRecord(record) && (record['deleted'] === true || record['archived'] === true)
}

/** Pages of the list of all properties that are read at most. */
const pagesAtMost = 6
const limit = 200

interface AmongAll {
  /** The page that has it, or the last one that was read: it may be a rejection. */
  readonly answer: Exchange
  readonly entry: Entry | undefined
}

function isShown({ entry }: AmongAll): boolean {
  return entry !== undefined && !isMarked(entry)
}

/** lawful: a list that asks for an item */
function isShownOrRefused(list: AmongAll): boolean {
  return isShown(list) || !succeeded(list.answer)
}

/** A date in the list of the properties of all items, which is read by type to be shorter. */
async function dateAmongAll({ api, given }: Pick<CheckContext, 'api' | 'given'>, id: string): Promise<AmongAll> {
  for (let page = 0; ; page += 1) {
    const answer = await api.send('listProperties', { query: { type: 'date', limit, offset: page * limit } })
    const entry = entryOf(answer, id)
    const isLast = answer.status !== 200 || given.entriesOf(answer).length < limit || page + 1 >= pagesAtMost
    if (entry !== undefined || isLast) return { answer, entry }
  }
}
