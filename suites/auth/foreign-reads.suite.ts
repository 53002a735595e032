import type { Exchange } from '../../lib/client/exchange.ts'
import type { Api } from '../../lib/run/api.ts'
import type { ForeignKind } from '../../lib/run/given/foreign.ts'
import { scenario } from '../../lib/run/scenario.ts'

const forbidden = { status: 403, code: 'forbidden' } as const
const needs = ['second-key|fixture:foreign-ids'] as const

interface ForeignRead {
  readonly of: ForeignKind
  readonly what: string
  readonly id: 'AUTH-10' | 'AUTH-11' | 'AUTH-13' | 'AUTH-15' | 'AUTH-17' | 'AUTH-19'
  readonly read: (api: Api, id: string) => Promise<Exchange>
}

const reads: readonly ForeignRead[] = [
  {
    of: 'workspace',
    what: 'a workspace',
    id: 'AUTH-10',
    read: (api, id) => api.send('getWorkspace', { path: { workspace_id: id } }),
  },
  {
    of: 'product',
    what: 'a product',
    id: 'AUTH-11',
    read: (api, id) => api.send('getProduct', { path: { product_id: id } }),
  },
  { of: 'item', what: 'an item', id: 'AUTH-13', read: (api, id) => api.send('getItem', { path: { item_id: id } }) },
  {
    of: 'property',
    what: 'a property without a hint',
    id: 'AUTH-15',
    read: (api, id) => api.send('getProperty', { path: { property_id: id } }),
  },
  {
    of: 'file',
    what: "a file's record",
    id: 'AUTH-17',
    read: (api, id) => api.send('getFile', { path: { file_id: id } }),
  },
  {
    of: 'file',
    what: "a file's content",
    id: 'AUTH-19',
    read: (api, id) => api.send('downloadFile', { path: { file_id: id } }),
  },
]

for (const { of, what, id, read } of reads)
  scenario(
    `reading ${what} of another organization is forbidden`,
    { verifies: [id], needs },
    async ({ api, given, verify }) => {
      const twin = await api.send('listWorkspaces')
      const answer = await read(api, await given.foreignId(of))
      verify(id, answer).isRefused({ ...forbidden, twin, hint: hintOf(answer) })
    },
  )

scenario(
  'reading a property of another organization with its type is forbidden',
  // A hint that is not understood is refused before anybody asks whose property it is.
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], explainedBy: ['PROP-28'] },
  async ({ api, given, verify }) => {
    const twin = await api.send('listWorkspaces')
    const property = await given.foreignProperty()
    const answers = [
      await api.send('getProperty', { path: { property_id: property.id }, query: { type: 'text' } }),
      await api.send('getProperty', { path: { property_id: property.id }, query: { type: 'TEXT' } }),
    ]
    for (const answer of answers) verify('AUTH-15', answer).isRefused({ ...forbidden, twin, hint: hintOf(answer) })
  },
)

/** 404 hides that the id exists; the contract says 403. */
function hintOf(answer: Exchange): string {
  return answer.status === 404
    ? 'the contract tells a foreign id (403) from an unknown one (404)'
    : 'the organization of the key may not be compared'
}

const filtered = [
  { list: 'products', of: 'workspace' },
  { list: 'properties', of: 'item' },
] as const

for (const { list, of } of filtered)
  scenario(
    `a list of ${list} by a foreign ${of} gives no data`,
    { verifies: ['AUTH-21'], needs },
    async ({ given, session, verify, observe }) => {
      const { mode, keys } = session.configuration
      // There must be something that could be given away.
      if (mode === 'read-write' && keys.otherOrganization !== undefined)
        await (of === 'workspace' ? given.foreignProduct() : given.foreignProperty())
      const id = await given.foreignId(of)
      const answer = list === 'products' ? await given.listProducts(id) : await given.listProperties(id)
      verify('AUTH-21', answer).that({
        claim: `the list of ${list} by a foreign ${of} holds no entry`,
        holds: answer.status >= 400 || given.entriesOf(answer).length === 0,
        expected: 'a refusal, or no entry',
        received: `${answer.status} with ${given.entriesOf(answer).length} entries`,
      })
      observe('AUTH-21', `answer to a list of ${list} by a foreign ${of}`, answer.status)
    },
  )

scenario(
  'a refusal tells nothing of the foreign resource',
  { verifies: ['AUTH-26'], needs: ['second-key', 'write'] },
  async ({ api, given, verify }) => {
    const product = await given.foreignProduct()
    const secrets = [product.body.name, product.body.readable_id, product.body.description ?? product.body.name]
    const answers = [
      await api.send('getProduct', { path: { product_id: product.id } }),
      await api.send('updateProduct', { path: { product_id: product.id }, json: {} }),
      await api.send('getProduct', { path: { product_id: product.id }, as: 'none' }),
      await given.listProducts(product.workspaceId, { query: { q: 'conformance' } }),
    ]
    for (const answer of answers.filter(({ status }) => status === 401 || status === 403)) {
      const text = Buffer.from(answer.body).toString()
      verify('AUTH-26', answer).that({
        claim: 'the body of a refusal holds no name or text of the resource',
        holds: secrets.every((secret) => !text.includes(secret)),
        expected: 'error, message and details that tell nothing of it',
        received: text,
      })
    }
  },
)
