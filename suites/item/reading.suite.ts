import { assume, blocked, fieldOf, entryOf, isRecord, pick, roleOf, shownIdsOf, scenario, succeeded } from '#suite'
import type { Entry } from '#suite'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'

const write = ['write'] as const

scenario('GET of an item by id shows what was created', { verifies: ['ITEM-05'], needs: write }, async (context) => {
  const { given, verify } = context
  const item = await sharedItem(context, 'control requests')
  // lawful: a store that shows a new item a moment later, which is blamed on GEN-06 alone
  const read = await given.eventually(() => given.read('item', item.id), succeeded)
  verify('ITEM-05', read).hasStatus(200)
  verify('ITEM-05', read).shows({ id: item.id })
  // The record is not shown: names that it has in common with the creation are compared, not what may be spelled otherwise.
  // lawful: a readable id that the deployment gives in the place of the one sent, which its answer tells
  const created: Readonly<Record<string, unknown>> = {
    ...pickRole(item.body, 'name'),
    ...pickRole(item.exchange.json, 'readableId'),
  }
  const same = Object.keys(item.body).filter((name) => name in created && typeof fieldOf(read, name) === 'string')
  verify('ITEM-05', read).shows(pick(created, same))
})

scenario(
  'GET of an item by id shows the description that its creation returned',
  { verifies: ['ITEM-05'], needs: write },
  async (context) => {
    const { given, verify } = context
    const item = await given.item({
      product: await sharedProduct(context, 'created items'),
      fields: { description: 'cast, then machined' },
    })
    const isAnswered = fieldOf(item.exchange, 'description') === 'cast, then machined'
    assume(isAnswered, blocked('ITEM-04', 'the creation did not show the description'))
    const read = given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
    verify('ITEM-05', read).shows({ description: 'cast, then machined' })
  },
)

scenario('a listed item is readable by id', { verifies: ['ITEM-05'] }, async ({ api, given, session, verify }) => {
  const place = { workspaceId: await given.workspace() }
  const query = await session.dialect.listQuery('listItems', place)
  const listed = await api.send('listItems', { query })
  const [id] = shownIdsOf(given.requireSuccess(listed, 'ITEM-01'))
  assume(id !== undefined && id !== '')
  const read = await given.read('item', id)
  // lawful: others may delete it between the two requests, and then the list no longer has it
  assume(read.status !== 404 || entryOf(await api.send('listItems', { query }), id) !== undefined)
  verify('ITEM-05', read).hasStatus(200)
  verify('ITEM-05', read).shows({ id })
})

/** The fields of a record that are of some use, whatever their names. */
function pickRole(record: unknown, role: ReturnType<typeof roleOf>): Entry {
  const fields = isRecord(record) ? Object.entries(record) : []
  return Object.fromEntries(fields.filter(([name]) => roleOf([name]) === role))
}
