import { asText, assume, each, entriesOf, entryOf, isRecord, scenario, shownId } from '#suite'
import { findEntry } from '../shared/find-product.ts'

const needs = ['write'] as const
/** Products of a page that are also read by id. */
const readById = 3

scenario(
  'a product shows the workspace it was created in, in every view',
  { verifies: ['PROD-03'], needs },
  async ({ api, given, verify }) => {
    await each(await given.twoWorkspaces(), async (workspaceId) => {
      const product = await given.product({ workspace_id: workspaceId })
      const { id, body } = product
      const read = await given.readProduct(id)
      const updated = given.requireSuccess(await given.update(id, { description: 'changed' }), 'PROD-41')
      const { list, entry } = await findEntry(given, product, { text: body.name })
      const unfiltered = await api.send('listProducts', { query: { q: body.name, limit: 200 } })
      const shown = [read, updated, { ...list, json: entry }, { ...unfiltered, json: entryOf(unfiltered, id) }]
      verify(
        'PROD-03',
        shown.filter(({ json }) => isRecord(json)),
      ).shows({ workspace_id: workspaceId })
    })
  },
)

scenario(
  'a product shows the same workspace in lists and by id',
  { verifies: ['PROD-03'] },
  async ({ api, given, verify }) => {
    const workspaceId = await given.workspace()
    const filtered = await given.listProducts(workspaceId, { query: { limit: readById } })
    verify('PROD-03', filtered).eachHas('workspace_id', [workspaceId], { among: given.entriesOf(filtered) })
    const unfiltered = await api.send('listProducts', { query: { limit: readById } })
    const entries = [filtered, unfiltered].flatMap(entriesOf)
    const places = new Map(entries.map((entry) => [`${shownId(entry)} in ${asText(entry['workspace_id'])}`, entry]))
    await each(places.values(), async (entry) => {
      const { workspace_id } = entry
      const read = await given.read('product', shownId(entry))
      // lawful: others may delete it meanwhile
      assume(read.status === 200)
      verify('PROD-03', read).shows({ workspace_id })
    })
  },
)

scenario(
  'a product without optional fields leaves them out',
  { verifies: ['PROD-05'], needs },
  async ({ given, verify }) => {
    const product = await given.product({}, { isNew: true })
    const { id, exchange } = product
    const read = await given.readProduct(id)
    const name = given.name()
    const updated = given.requireSuccess(await given.update(id, { name }), 'PROD-41')
    const { list, entry } = await findEntry(given, product, { text: name })
    const views = [exchange, read, updated, { ...list, json: entry }]
    // lawful: a part number or a description that the deployment gives each product by itself
    await each(['description', 'part_number', 'partNumber'], async (field) => {
      verify('PROD-05', views).eachHas(field, { except: [null, ''] }, { mayBeMissing: true })
    })
  },
)
