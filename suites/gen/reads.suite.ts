import { isDeepStrictEqual } from 'node:util'
import { assume, entriesOf, pick, scenario, type CheckContext, type Exchange, type RequirementId } from '#suite'
import { sharedItem, sharedProduct } from '../subjects/shared-place.ts'

/** Documented fields that stay as they are while nobody writes. Addresses of pictures may be signed anew each time. */
const steady = {
  product: ['id', 'name', 'readable_id', 'description', 'workspace_id', 'archived', 'createdAt', 'updatedAt'],
  item: ['id', 'name', 'readable_id', 'description', 'createdAt', 'updatedAt'],
  property: ['id', 'name', 'readable_id', 'type', 'value', 'deleted', 'item_id', 'createdAt', 'updatedAt'],
  file: [
    'id',
    'name',
    'originalFileName',
    'userTitle',
    'deleted',
    'size_bytes',
    'content_type',
    'uploadedAt',
    'uploaded_at',
  ],
  workspace: ['id', 'name', 'readable_id'],
} as const

interface Subject {
  readonly fields: readonly string[]
  /** What is broken where it cannot be read. */
  readonly by: RequirementId
  readonly read: () => Promise<Exchange>
  /** Other reads, which must not change it either. */
  readonly others: ReadonlyArray<() => Promise<Exchange>>
}

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Of the item whose properties and files are read and not written to. */
const purpose = 'what is read twice'

const own: Readonly<Record<string, (sources: Sources) => Promise<Subject>>> = {
  product: async ({ api, given }) => {
    const { id, workspaceId, body } = await given.product({ description: 'read twice' })
    const product_id = id
    return {
      fields: steady.product,
      by: 'PROD-19',
      read: () => api.send('getProduct', { path: { product_id } }),
      others: [
        () => given.listProducts(workspaceId, { query: { q: body.name } }),
        () => api.send('getProduct', { path: { product_id } }),
      ],
    }
  },
  'product with an item': async ({ api, given, session }) => {
    const { id, product } = await given.item()
    const query = await session.dialect.listQuery('listItems', { productId: product.id })
    return {
      fields: steady.product,
      by: 'PROD-19',
      read: () => api.send('getProduct', { path: { product_id: product.id } }),
      others: [
        () => api.send('getItem', { path: { item_id: id } }),
        () => api.send('listItems', { query }),
        () => given.listProperties(id),
      ],
    }
  },
  item: async (sources) => {
    const { api, given } = sources
    const product = await sharedProduct(sources, 'items that are read')
    const { id } = await given.item({ product, fields: { description: 'read twice' } })
    return {
      fields: steady.item,
      by: 'ITEM-05',
      read: () => api.send('getItem', { path: { item_id: id } }),
      others: [() => given.listProperties(id)],
    }
  },
  property: async (sources) => {
    const { api, given } = sources
    const { id, item } = await given.property('text', { item: await sharedItem(sources, purpose) })
    return {
      fields: steady.property,
      by: 'PROP-30',
      read: () => api.send('getProperty', { path: { property_id: id } }),
      others: [() => given.listProperties(item.id)],
    }
  },
  formula: async (sources) => {
    const { api, given } = sources
    const { id, item } = await given.property('formula', { item: await sharedItem(sources, purpose) })
    return {
      // The result may be computed a little later.
      fields: steady.property.filter((field) => field !== 'value'),
      by: 'PROP-30',
      read: () => api.send('getProperty', { path: { property_id: id } }),
      others: [() => given.listProperties(item.id)],
    }
  },
  file: async (sources) => {
    const { api, given } = sources
    const { id } = await given.file((await sharedItem(sources, purpose)).id)
    return {
      fields: steady.file,
      by: 'FILE-09',
      read: () => api.send('getFile', { path: { file_id: id } }),
      others: [
        () => api.send('downloadFile', { path: { file_id: id } }),
        () => api.send('listFiles', { query: { limit: 1 } }),
      ],
    }
  },
}

/** Others may write to what is theirs between two reads: only what never stays the same is the reader's doing. */
const pairsOfReads = 3

/** lawful: a time that moves a moment later, and what is found out of a file after its upload was answered */
function mayComeLater(field: string, before: unknown): boolean {
  if (field === 'updatedAt') return true
  return ['size_bytes', 'content_type'].includes(field) && (before ?? undefined) === undefined
}

for (const [what, prepare] of Object.entries(own))
  scenario(`reading leaves a ${what} as it is`, { verifies: ['GEN-04'], needs: ['write'] }, async (context) => {
    const { given, verify } = context
    const { fields, by, read, others } = await prepare(context)
    let before: Readonly<Record<string, unknown>> = {}
    let after = given.requireSuccess(await read(), by)
    // The time of what was made a moment ago may still move by itself: only where it never rests it is the reader's doing.
    for (let pair = 0; pair < pairsOfReads; pair += 1) {
      before = pick(after.json, fields)
      // Times may have whole seconds: a change within the same one would not show.
      await secondHasPassed()
      for (const other of others) given.requireSuccess(await other(), by)
      after = given.requireSuccess(await read(), by)
      const shown = pick(after.json, fields)
      const changed = fields.filter((field) => !isDeepStrictEqual(shown[field], before[field]))
      if (changed.length === 0 || changed.some((field) => !mayComeLater(field, before[field]))) break
    }
    verify('GEN-04', after).equals({
      claim: `reading leaves a ${what} as it is`,
      expected: before,
      received: pick(after.json, fields),
    })
  })

scenario(
  'reading by another key of the organization leaves a product as it is',
  { verifies: ['GEN-04'], needs: ['same-org-key|control:create-key', 'write'], causedBy: ['AUTH-23'] },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'read by others' })
    const read = () => given.read('product', id)
    let [before, after] = [given.requireSuccess(await read(), 'PROD-19'), await read()]
    // lawful: a job may touch what was made a moment ago; only what moves with each reading is the reader's doing.
    for (let pair = 0; pair < pairsOfReads; pair += 1) {
      before = after
      // Times may have whole seconds: a change within the same one would not show.
      await secondHasPassed()
      given.requireSuccess(await given.read('product', id, { as: 'same-organization' }), 'AUTH-23')
      after = given.requireSuccess(await read(), 'PROD-19')
      if (isDeepStrictEqual(pick(before.json, steady.product), pick(after.json, steady.product))) break
    }
    verify('GEN-04', after).equals({
      claim: 'a product is the same after somebody else has read it',
      expected: pick(before.json, steady.product),
      received: pick(after.json, steady.product),
    })
  },
)

const there: Readonly<Record<string, (sources: Sources) => Promise<Omit<Subject, 'others'>>>> = {
  workspace: async ({ api, given }) => {
    const workspace_id = await given.workspace()
    return { fields: steady.workspace, by: 'WS-03', read: () => api.send('getWorkspace', { path: { workspace_id } }) }
  },
  product: async ({ api, given, session }) => {
    const listed = entriesOf(await given.listProducts(await given.workspace(), { query: { limit: 100 } }))
    // What this run has made may be changed by a check beside this one.
    const { runId } = session.configuration
    const first = listed.find((entry) => !JSON.stringify(entry).includes(runId))
    assume(typeof first?.['id'] === 'string', nothingThere)
    const product_id = first['id']
    return { fields: steady.product, by: 'PROD-19', read: () => api.send('getProduct', { path: { product_id } }) }
  },
}

const nothingThere = { reason: 'missing-fixture', cause: 'the workspace has nothing to read' } as const

for (const [what, prepare] of Object.entries(there))
  scenario(`reading leaves a ${what} that is there as it is`, { verifies: ['GEN-04'] }, async (context) => {
    const { given, verify } = context
    const { fields, by, read } = await prepare(context)
    let before: Readonly<Record<string, unknown>> = {}
    let last = given.requireSuccess(await read(), by)
    // lawful: others may rename what is theirs, several times in a row.
    for (let pair = 0; pair < 2 * pairsOfReads; pair += 1) {
      before = pick(last.json, fields)
      last = given.requireSuccess(await read(), by)
      if (isDeepStrictEqual(pick(last.json, fields), before)) break
    }
    verify('GEN-04', last).equals({
      claim: `reading leaves a ${what} that is there as it is`,
      expected: before,
      received: pick(last.json, fields),
    })
  })

function secondHasPassed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1050))
}
