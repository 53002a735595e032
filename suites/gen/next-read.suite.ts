import type { Exchange } from '../../lib/client/exchange.ts'
import type { CheckContext } from '../../lib/run/check.ts'
import { pick } from '../../lib/run/given/pick.ts'
import { entriesOf } from '../../lib/run/given/read-answer.ts'
import { scenario } from '../../lib/run/scenario.ts'

const needs = ['write'] as const
type Entry = Readonly<Record<string, unknown>>
type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

const entryOf = (listed: Exchange, id: string): Entry | undefined =>
  entriesOf(listed).find((entry) => String(entry['id']).toLowerCase() === id.toLowerCase())

scenario(
  'a list shows an update of a product at once',
  { verifies: ['GEN-06'], needs, explainedBy: ['PROD-20', 'PROD-35', 'PROD-36', 'PROD-37', 'PROD-41', 'PROD-42'] },
  async ({ given, verify }) => {
    const { id, workspaceId } = await given.product({ description: 'before' })
    const list = (name: string) => given.listProducts(workspaceId, { query: { q: name, limit: 200 } })
    const name = given.name()
    given.accepted(await given.update(id, { name, description: 'after' }), 'PROD-41')
    const listed = given.accepted(await list(name), 'PROD-36')
    verify('GEN-06', listed).equals({
      claim: 'a list shows name and description as they were just written',
      expected: { name, description: 'after' },
      received: pick(entryOf(listed, id), ['name', 'description']),
    })
  },
)

scenario(
  'a search no longer finds a product by the name that it had',
  { verifies: ['GEN-06'], needs, explainedBy: ['PROD-36', 'PROD-38', 'PROD-39', 'PROD-40', 'PROD-41'] },
  async ({ given, verify }) => {
    const { id, workspaceId, body } = await given.product()
    given.accepted(await given.update(id, { name: given.name() }), 'PROD-41')
    const listed = given.accepted(await given.listProducts(workspaceId, { query: { q: body.name } }), 'PROD-36')
    verify('GEN-06', listed).that({
      claim: 'a search goes by the name as it is now',
      holds: entryOf(listed, id) === undefined,
      expected: 'no such entry',
      received: 'the product, by its former name',
    })
  },
)

interface Written {
  /** Changes the thing. */
  readonly write: () => Promise<Exchange>
  /** The thing as a read shows it. */
  readonly read: () => Promise<Entry | undefined>
  readonly expected: Entry
}

/** Each a write, and a read other than the answer to the write. Where the write itself fails, that is for its own rules. */
const pairs: Readonly<Record<string, (sources: Sources) => Promise<Written>>> = {
  'a read of an updated item': async ({ api, given }) => {
    const path = { item_id: (await given.item()).id }
    return {
      write: () => api.send('updateItem', { path, json: { description: 'after' } }),
      read: async () => recordOf(await api.send('getItem', { path })),
      expected: { description: 'after' },
    }
  },
  'a list with an updated item': async ({ api, given, session }) => {
    const { id, product } = await given.item({ fields: { description: 'before' } })
    const query = await session.dialect.listQuery('listItems', { productId: product.id })
    return {
      write: () => api.send('updateItem', { path: { item_id: id }, json: { description: 'after' } }),
      read: async () => entryOf(await api.send('listItems', { query: { ...query, limit: 200 } }), id),
      expected: { description: 'after' },
    }
  },
  'a list with an updated file': async ({ api, given, session }) => {
    const file = await given.file((await given.item()).id)
    const query = await session.dialect.listQuery('listFiles', { itemId: file.targetId })
    const json = { userTitle: given.name(), description: given.name() }
    return {
      write: () => api.send('updateFile', { path: { file_id: file.id }, json }),
      read: async () => entryOf(await api.send('listFiles', { query: { ...query, limit: 200 } }), file.id),
      expected: json,
    }
  },
  'a read of an updated file': async ({ api, given }) => {
    const path = { file_id: (await given.file((await given.item()).id)).id }
    const json = { userTitle: given.name(), description: given.name() }
    return {
      write: () => api.send('updateFile', { path, json }),
      read: async () => recordOf(await api.send('getFile', { path })),
      expected: json,
    }
  },
}

const plainer = [
  'ITEM-05',
  'ITEM-06',
  'ITEM-09',
  'ITEM-14',
  'FILE-09',
  'FILE-10',
  'FILE-12',
  'FILE-13',
  'FILE-14',
  'FILE-15',
  'FILE-20',
] as const

for (const [what, prepare] of Object.entries(pairs))
  scenario(
    `${what} shows what was just written`,
    { verifies: ['GEN-06'], needs, explainedBy: plainer },
    async ({ api, given, session, verify }) => {
      const { write, read, expected } = await prepare({ api, given, session })
      await read()
      given.accepted(await write(), 'PROD-41')
      const record = await read()
      // A long list may show it on a later page, and a field may be left out of a list.
      const shown = pick(record, Object.keys(expected))
      for (const [field, value] of Object.entries(shown))
        verify('GEN-06', api.trail.at(-1)).equals({
          claim: `${what} shows its ${field} as it was just written`,
          expected: expected[field],
          received: value,
        })
    },
  )

function recordOf({ json }: Exchange): Entry {
  return pick(json, typeof json === 'object' && json !== null ? Object.keys(json) : [])
}
