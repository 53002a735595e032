import { type Exchange, type RequirementId, type Sources, assume, blocked, sameId } from '#suite'
import { ownItem, sharedItem, sharedProduct } from '../shared/shared-place.ts'
import { draftIdsOf } from '../shared/version-history.ts'
import { versionedList } from '../shared/versioned-list.ts'

/** Documented fields that stay as they are while nobody writes. Addresses of pictures may be signed again each time. */
export const steady = {
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

/** What is read twice, and what is read in between. */
export interface Subject {
  readonly fields: readonly string[]
  /** What is broken if it cannot be read. */
  readonly by: RequirementId
  readonly read: () => Promise<Exchange>
  /** Other reads, which must not change it either. */
  readonly others: ReadonlyArray<() => Promise<Exchange>>
}

/** Of the item whose properties and files are read and not written to. */
const purpose = 'a record that is read twice'

type Subjects = Readonly<Record<string, (sources: Sources) => Promise<Subject>>>

const own: Subjects = {
  product: async ({ api, given }) => {
    const { id, workspaceId, body } = await given.product({ description: 'described' })
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
  'product with an item': async (sources) => {
    const { api, given, session } = sources
    const { id, product } = await ownItem(sources)
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
    const product = await sharedProduct(sources, 'created items')
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

/** What another user of the organization reads in between. */
const ofOthers: Subjects = {
  'product that another key reads': async ({ api, given, session }) => {
    const { id } = await given.product({ description: 'described' })
    await session.ensureKey('same-organization')
    return {
      fields: steady.product,
      by: 'PROD-19',
      read: () => api.send('getProduct', { path: { product_id: id } }),
      others: [
        async () => given.requireSuccess(await given.read('product', id, { as: 'same-organization' }), 'AUTH-23'),
      ],
    }
  },
}

interface ReadRow {
  readonly what: string
  readonly prepare: (sources: Sources) => Promise<Subject>
  readonly needs: readonly ['write', ...Array<'control:publish-version' | 'same-org-key|control:create-key'>]
  /** What fails first if it cannot be read in between. */
}

/** What is made to be read. */
export const readRows: readonly ReadRow[] = [
  ...Object.entries(own).map(([what, prepare]) => ({ what, prepare, needs: ['write'] as const })),
  ...Object.entries(ofOthers).map(([what, prepare]) => ({
    what,
    prepare,
    needs: ['write', 'same-org-key|control:create-key'] as const,
  })),
  ...Object.entries(ofVersions).map(([what, prepare]) => ({
    what,
    prepare,
    needs: ['write', 'control:publish-version'] as const,
  })),
]

interface PublishedProperty {
  /** Of the property by id, in the draft and in the version. */
  readonly reads: Readonly<Record<'draft' | 'version', () => Promise<Exchange>>>
  /** Of its item, in both. */
  readonly lists: ReadonlyArray<() => Promise<Exchange>>
}

/** A property that was published once, and the ways to read it; made once per session. */
function publishedProperty(sources: Sources): Promise<PublishedProperty> {
  const { given, session } = sources
  return session.shared('published property that is read twice', async () => {
    const { id: draft, item } = await given.property('text')
    const { version } = await given.publish(item)
    const history = {
      productId: item.product.id,
      draftItemId: item.id,
      versions: [version],
      draftIds: draftIdsOf([draft]),
    }
    const list = (): Promise<Exchange> => versionedList(sources, { history, version })
    const shown = given
      .entriesOf(given.requireSuccess(await list(), 'VER-02'))
      .find((entry) => sameId(entry['draft_property_id'], draft))?.['id']
    assume(typeof shown === 'string', blocked('VER-09', 'no property of the version showed the id of its draft'))
    return {
      reads: {
        draft: () => given.read('property', draft),
        version: () => given.read('property', shown, { query: { version } }),
      },
      lists: [() => given.listProperties(item.id), list],
    }
  })
}
