import { assume, each, entriesOf, entryOf, fieldOf, isRecord, pick, sameId, scenario, type Claim } from '#suite'
import { findEntry } from '../subjects/find-product.ts'

const needs = ['write'] as const
/** Products of a page that are also read by id. */
const readById = 3

scenario(
  'a product tells the workspace that it is in, wherever it is shown',
  { verifies: ['PROD-03'], needs, causedBy: ['PROD-18'] },
  async ({ api, given, verify }) => {
    await each(await given.twoWorkspaces(), async (workspaceId) => {
      const product = await given.product({ workspace_id: workspaceId })
      const { id, body } = product
      const read = await given.readProduct(id)
      const updated = given.requireSuccess(await given.update(id, { description: 'changed' }), 'PROD-41')
      const { list, entry } = await findEntry(given, product, { text: body.name })
      const unfiltered = await api.send('listProducts', { query: { q: body.name, limit: 200 } })
      const shown = [read, updated, { ...list, json: entry }, { ...unfiltered, json: entryOf(unfiltered, id) }]
      verify('PROD-03', shown).that((view) => ({
        claim: 'a product shows the workspace that it was created in',
        where: isRecord(view.json),
        holds: sameId(fieldOf(view, 'workspace_id'), workspaceId),
        expected: workspaceId,
        received: String(fieldOf(view, 'workspace_id')),
      }))
    })
  },
)

scenario(
  'a product tells the same workspace in lists and by id',
  { verifies: ['PROD-03'], causedBy: ['PROD-35'] },
  async ({ api, given, verify }) => {
    const workspaceId = await given.workspace()
    const filtered = await given.listProducts(workspaceId, { query: { limit: readById } })
    const told = given.entriesOf(filtered).map((entry) => entry['workspace_id'])
    verify('PROD-03', filtered).that({
      claim: 'an entry of a workspace’s list shows that workspace',
      where: told.length > 0,
      holds: told.every((id) => sameId(id, workspaceId)),
      expected: workspaceId,
      received: told.join(', '),
    })
    const unfiltered = await api.send('listProducts', { query: { limit: readById } })
    await each([filtered, unfiltered].flatMap(entriesOf), async ({ id, workspace_id: shown }) => {
      const read = await given.read('product', String(id))
      // lawful: others may delete it meanwhile
      assume(read.status === 200)
      verify('PROD-03', read).that({
        claim: 'a product shows the same workspace in a list and by id',
        holds: sameId(shown, fieldOf(read, 'workspace_id')),
        expected: String(shown),
        received: String(fieldOf(read, 'workspace_id')),
      })
    })
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
    verify('PROD-05', [exchange, read, updated, { ...list, json: entry }]).that(({ json }) => {
      const shown = Object.keys(pick(json, ['description', 'part_number', 'partNumber'])).filter(
        (field) => !isGivenByItself(fieldOf({ json }, field)),
      )
      return {
        claim: 'what is unset is left out',
        holds: shown.length === 0,
        expected: 'no field that is unset',
        received: shown.join(', '),
        ...withoutDescription(shown),
      }
    })
  },
)

/** How a script tells it: a part number may be one that the deployment gives. */
function withoutDescription(shown: readonly string[]): Pick<Claim, 'criterion'> {
  return shown.includes('description') ? { criterion: { kind: 'field', name: 'description', shown: false } } : {}
}

/** lawful: a part number or a description that the deployment gives each product by itself */
function isGivenByItself(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
