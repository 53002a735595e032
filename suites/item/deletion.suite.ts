import { isRecord, propertyTypes, sameId, scenario } from '#suite'
import { deleteEmpty, deleteFilled, laterItem } from '../subjects/delete-item.ts'
import { itemsIn, type ListedItems } from '../subjects/items-in.ts'

const write = ['write'] as const

scenario(
  'a deleted item is gone, from its list too, and its neighbour stays',
  { verifies: ['ITEM-07'], needs: write, causedBy: ['ITEM-09', 'ITEM-14'] },
  async (context) => {
    const { given, verify } = context
    const neighbour = await given.property('text')
    const { id, product } = await given.item({ product: neighbour.item.product })
    given.requireSuccess(await given.read('item', id), 'ITEM-05')
    verify('ITEM-07', await deleteEmpty(context, id)).isAccepted()
    // lawful: unknown, or marked as deleted
    const read = await given.eventually(
      () => given.read('item', id),
      ({ status, json }) => status === 404 || isMarked(json),
    )
    verify('ITEM-07', read).that({
      claim: 'the deleted item is unknown or marked as deleted',
      holds: (read.status >= 400 && read.status < 500) || isMarked(read.json),
      expected: '404, or a record marked as deleted',
      received: `${read.status}`,
    })
    const isGone = ({ entries }: ListedItems): boolean =>
      entries.every((entry) => !sameId(entry['id'], id) || isMarked(entry))
    const listed = await given.eventually(() => itemsIn(context, product), isGone)
    verify('ITEM-07', listed.answer).that({
      claim: 'the list holds the deleted item no more',
      holds: isGone(listed),
      expected: 'a list without it',
      received: 'the deleted item',
    })
    const hint = 'more may be deleted than was asked for'
    verify('ITEM-07', await given.read('item', neighbour.item.id)).hasStatus(200, hint)
    verify('ITEM-07', await given.read('property', neighbour.id)).hasStatus(200, hint)
  },
)

scenario(
  'a deleted item is no longer updated',
  { verifies: ['ITEM-07'], needs: write, causedBy: ['ERR-08'] },
  async (context) => {
    const { api, given, verify } = context
    const { id } = await laterItem(context)
    const path = { item_id: id }
    const json = { description: 'changed' }
    given.requireSuccess(await api.send('updateItem', { path, json }), 'ITEM-06')
    const control = given.requireSuccess(await deleteEmpty(context, id), 'ITEM-07')
    // lawful: one that is only marked as deleted may be changed, for all that the contract says
    if ((await given.read('item', id)).status !== 404) return
    verify('ITEM-07', await api.send('updateItem', { path, json })).isRefused({ control })
  },
)

for (const type of propertyTypes)
  scenario(
    `the list of a deleted item has no ${type} property`,
    { verifies: ['ITEM-08'], needs: write, causedBy: ['ITEM-07', 'ERR-09'] },
    async (context) => {
      const { given, observe, verify } = context
      const { id, item } = await given.property(type, { item: await laterItem(context) })
      given.requireSuccess(await given.read('property', id), 'PROP-27')
      await deleteFilled(context, item)
      const observed = await given.read('property', id)
      observe('ITEM-08', 'a property of a deleted item by id', isMarked(observed.json) ? 'marked' : observed.status)
      const listed = await given.eventually(
        () => given.listProperties(item.id),
        (list) => list.status >= 400 || given.entriesOf(list).every((entry) => isMarked(entry)),
      )
      const entries = given.entriesOf(listed)
      // lawful: of an item that is itself only marked as deleted, the properties may be as they were
      if (entries.length > 0 && isMarked((await given.read('item', item.id)).json))
        given.untestable({ reason: 'capability-absent', cause: 'a deleted item is only marked as deleted' })
      verify('ITEM-08', listed).that({
        claim: 'the list of a deleted item is refused or holds nothing',
        holds: (listed.status >= 400 && listed.status < 500) || entries.every((entry) => isMarked(entry)),
        expected: 'a refusal, or no properties',
        received: `${listed.status} with ${entries.length} entries`,
      })
    },
  )

function isMarked(record: unknown): boolean {
  return isRecord(record) && (record['deleted'] === true || record['archived'] === true)
}
