import { isRecord, propertyTypes, scenario } from '#suite'
import { itemsIn } from './items-in.ts'

const write = ['write'] as const

scenario(
  'a deleted item is gone, from its list too, and its neighbour stays',
  { verifies: ['ITEM-07'], needs: write, causedBy: ['ITEM-09', 'ITEM-14'] },
  async (context) => {
    const { api, given, verify } = context
    const item = await given.item()
    const neighbour = await given.item({ product: item.product })
    const path = { item_id: item.id }
    given.requireSuccess(await api.send('getItem', { path }), 'ITEM-05')
    verify('ITEM-07', await api.send('deleteItem', { path })).isAccepted()
    const read = await api.send('getItem', { path })
    verify('ITEM-07', read).that({
      claim: 'the deleted item is unknown or marked as deleted',
      holds: (read.status >= 400 && read.status < 500) || isMarked(read.json),
      expected: '404, or a record marked as deleted',
      received: `${read.status}`,
    })
    const { answer, ids, entries } = await itemsIn(context, item.product)
    verify('ITEM-07', answer).that({
      claim: 'the list holds the deleted item no more',
      holds: !ids.includes(item.id.toLowerCase()) || isMarked(entries[ids.indexOf(item.id.toLowerCase())]),
      expected: 'a list without it',
      received: 'the deleted item',
    })
    const other = await api.send('getItem', { path: { item_id: neighbour.id } })
    verify('ITEM-07', other).hasStatus(200, 'more may be deleted than was asked for')
  },
)

scenario(
  'a deleted item is no longer updated',
  { verifies: ['ITEM-07'], needs: write, causedBy: ['ERR-08'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const path = { item_id: item.id }
    const json = { description: 'changed' }
    given.requireSuccess(await api.send('updateItem', { path, json }), 'ITEM-06')
    const control = given.requireSuccess(await api.send('deleteItem', { path }), 'ITEM-07')
    // One that is only marked as deleted may be changed, for all that the contract says.
    if ((await api.send('getItem', { path })).status !== 404) return
    verify('ITEM-07', await api.send('updateItem', { path, json })).isRefused({ control })
  },
)

for (const type of propertyTypes)
  scenario(
    `a ${type} property of a deleted item is gone`,
    { verifies: ['ITEM-08'], needs: write, causedBy: ['ITEM-07', 'ERR-09'] },
    async ({ api, given, verify }) => {
      const { id, item } = await given.property(type)
      given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
      given.requireSuccess(await api.send('deleteItem', { path: { item_id: item.id } }), 'ITEM-07')
      const read = await api.send('getProperty', { path: { property_id: id } })
      verify('ITEM-08', read).that({
        claim: 'a property of a deleted item is unknown or marked as deleted',
        holds: (read.status >= 400 && read.status < 500) || isMarked(read.json),
        expected: '404, or a record marked as deleted',
        received: `${read.status}`,
      })
      const listed = await given.listProperties(item.id)
      verify('ITEM-08', listed).that({
        claim: 'the list of a deleted item is refused or holds nothing',
        holds:
          (listed.status >= 400 && listed.status < 500) || given.entriesOf(listed).every((entry) => isMarked(entry)),
        expected: 'a refusal, or no properties',
        received: `${listed.status} with ${given.entriesOf(listed).length} entries`,
      })
    },
  )

function isMarked(record: unknown): boolean {
  return isRecord(record) && (record['deleted'] === true || record['archived'] === true)
}
