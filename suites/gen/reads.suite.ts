import { isDeepStrictEqual } from 'node:util'
import {
  assume,
  each,
  entriesOf,
  evenTime,
  pick,
  sameFields,
  scenario,
  type CheckContext,
  type Exchange,
  type RequirementId,
} from '#suite'
import { publishedProperty } from './published-property.ts'
import { readAgain, type Readings } from './read-again.ts'
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

type Subjects = Readonly<Record<string, (sources: Sources) => Promise<Subject>>>

const own: Subjects = {
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

const ofVersions: Subjects = {
  'published property': (sources) => published(sources, 'draft'),
  'property of a version': (sources) => published(sources, 'version'),
}

/** A published property, in the draft or in the version; both, and both lists, are read in between. */
async function published(sources: Sources, which: 'draft' | 'version'): Promise<Subject> {
  const { reads, lists } = await publishedProperty(sources)
  return { fields: steady.property, by: 'VER-02', read: reads[which], others: [...Object.values(reads), ...lists] }
}

/** What an answer shows in some fields. lawful: each node of a service may write times in the zone of its own clock */
function shown({ json }: Exchange, fields: readonly string[]): ReturnType<typeof pick> {
  return Object.fromEntries(
    Object.entries(pick(json, fields)).map(([name, value]) => [
      name,
      /(?:At|_at)$/u.test(name) ? evenTime(value) : value,
    ]),
  )
}

/** Others may write to what is theirs between two reads: only what never stays the same is the reader's doing. */
const pairsOfReads = 3

/** lawful: a time that moves a moment later, and what is found out of a file after its upload was answered */
function mayComeLater(field: string, before: unknown): boolean {
  if (field === 'updatedAt') return true
  return ['size_bytes', 'content_type'].includes(field) && (before ?? undefined) === undefined
}

/** Nothing has moved, or something has that does not come by itself. */
function isTelling(fields: readonly string[]): (readings: Readings) => boolean {
  return ({ before, after }) => {
    const [then, now] = [shown(before, fields), shown(after, fields)]
    const changed = fields.filter((field) => !isDeepStrictEqual(now[field], then[field]))
    return changed.length === 0 || changed.some((field) => !mayComeLater(field, then[field]))
  }
}

function isSteady(fields: readonly string[]): (readings: Readings) => boolean {
  return ({ before, after }) => isDeepStrictEqual(shown(before, fields), shown(after, fields))
}

const rows = [
  ...Object.entries(own).map(([what, prepare]) => ({ what, prepare, needs: ['write'] as const })),
  ...Object.entries(ofVersions).map(([what, prepare]) => ({
    what,
    prepare,
    needs: ['write', 'control:publish-version'] as const,
  })),
]

for (const { what, prepare, needs } of rows)
  scenario(`reading leaves a ${what} as it is`, { verifies: ['GEN-04'], needs }, async (context) => {
    const { given, verify } = context
    const { fields, by, read, others } = await prepare(context)
    const { before, after } = await readAgain({
      read: async () => given.requireSuccess(await read(), by),
      between: async () => {
        await secondHasPassed()
        await each(others, async (other) => void given.requireSuccess(await other(), by))
      },
      isTelling: isTelling(fields),
      attempts: pairsOfReads,
    })
    const [expected, received] = [shown(before, fields), shown(after, fields)]
    const moved = fields.filter((field) => !isDeepStrictEqual(expected[field], received[field]))
    verify('GEN-04', after).equals({
      claim: `reading leaves a ${what} as it is`,
      expected,
      received,
      criterion: sameFields({ expected: before.json, received: after.json }, moved),
    })
  })

scenario(
  'reading by another key of the organization leaves a product as it is',
  { verifies: ['GEN-04'], needs: ['same-org-key|control:create-key', 'write'], causedBy: ['AUTH-23'] },
  async ({ given, verify }) => {
    const { id } = await given.product({ description: 'read by others' })
    const { before, after } = await readAgain({
      read: async () => given.requireSuccess(await given.read('product', id), 'PROD-19'),
      between: async () => {
        await secondHasPassed()
        given.requireSuccess(await given.read('product', id, { as: 'same-organization' }), 'AUTH-23')
      },
      isTelling: isSteady(steady.product),
      attempts: pairsOfReads,
    })
    verify('GEN-04', after).equals({
      claim: 'a product is the same after somebody else has read it',
      expected: shown(before, steady.product),
      received: shown(after, steady.product),
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
    const { before, after } = await readAgain({
      read: async () => given.requireSuccess(await read(), by),
      between: () => Promise.resolve(),
      isTelling: isSteady(fields),
      // lawful: others may rename what is theirs, several times in a row.
      attempts: 2 * pairsOfReads,
    })
    verify('GEN-04', after).equals({
      claim: `reading leaves a ${what} that is there as it is`,
      expected: shown(before, fields),
      received: shown(after, fields),
    })
  })

/** Times may have whole seconds: a change within the same one would not show. */
function secondHasPassed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1050))
}
