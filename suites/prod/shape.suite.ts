import { entryOf, fieldOf, isRecord, sameId, scenario, type Exchange } from '#suite'
import { findEntry } from '../subjects/find-product.ts'

const needs = ['write'] as const
/** Products of a page that are also read by id. */
const readById = 3

scenario(
  'a product tells the workspace that it is in, wherever it is shown',
  { verifies: ['PROD-03'], needs, causedBy: ['PROD-18'] },
  async ({ api, given, verify }) => {
    for (const workspaceId of await given.twoWorkspaces()) {
      const product = await given.product({ workspace_id: workspaceId })
      const { id, body } = product
      const read = await given.readProduct(id)
      const updated = given.requireSuccess(await given.update(id, { description: 'changed' }), 'PROD-41')
      const { list, entry } = await findEntry(given, product, { text: body.name })
      const unfiltered = await api.send('listProducts', { query: { q: body.name, limit: 200 } })
      const shown: ReadonlyArray<readonly [Exchange, unknown]> = [
        [read, read.json],
        [updated, updated.json],
        [list, entry],
        [unfiltered, entryOf(unfiltered, id)],
      ]
      for (const [exchange, record] of shown.filter(([, one]) => isRecord(one)))
        verify('PROD-03', exchange).that({
          claim: 'a product shows the workspace that it was created in',
          holds: sameId(workspaceOf(record), workspaceId),
          expected: workspaceId,
          received: String(workspaceOf(record)),
        })
    }
  },
)

scenario(
  'a product tells the same workspace in lists and by id',
  { verifies: ['PROD-03'], causedBy: ['PROD-35'] },
  async ({ api, given, verify }) => {
    const workspaceId = await given.workspace()
    const filtered = await given.listProducts(workspaceId, { query: { limit: readById } })
    for (const entry of given.entriesOf(filtered))
      verify('PROD-03', filtered).that({
        claim: 'an entry of a workspace’s list shows that workspace',
        holds: sameId(workspaceOf(entry), workspaceId),
        expected: workspaceId,
        received: String(workspaceOf(entry)),
      })
    const unfiltered = await api.send('listProducts', { query: { limit: readById } })
    for (const entry of [filtered, unfiltered].flatMap((list) => given.entriesOf(list))) {
      const read = await given.read('product', String(entry['id']))
      // lawful: others may delete it meanwhile
      if (read.status !== 200) continue
      verify('PROD-03', read).that({
        claim: 'a product shows the same workspace in a list and by id',
        holds: sameId(workspaceOf(entry), workspaceOf(read.json)),
        expected: String(workspaceOf(entry)),
        received: String(workspaceOf(read.json)),
      })
    }
  },
)

scenario(
  'a product without optional fields shows none',
  { verifies: ['PROD-05'], needs },
  async ({ given, verify }) => {
    const product = await given.product()
    const { id, exchange } = product
    const read = await given.readProduct(id)
    const name = given.name()
    const updated = given.requireSuccess(await given.update(id, { name }), 'PROD-41')
    const { list, entry } = await findEntry(given, product, { text: name })
    const answers: ReadonlyArray<readonly [Exchange, unknown]> = [
      [exchange, exchange.json],
      [read, read.json],
      [updated, updated.json],
      [list, entry],
    ]
    for (const [answer, record] of answers)
      verify('PROD-05', answer).equals({
        claim: 'what is unset is left out',
        expected: [],
        received: ['description', 'part_number', 'partNumber'].filter(
          (field) => isRecord(record) && field in record && !isGivenByItself(field, record[field]),
        ),
      })
  },
)

/** lawful: a part number that the deployment gives each product by itself */
function isGivenByItself(field: string, value: unknown): boolean {
  return field !== 'description' && typeof value === 'string' && value.trim() !== ''
}

function workspaceOf(record: unknown): unknown {
  return fieldOf({ json: record }, 'workspace_id')
}
