import { fieldOf, requestById, scenario, succeeded, type EndpointId, type Sources } from '#suite'
import { jsonWrite, type JsonWriteName, requireAccepted } from '../shared/json-writes.ts'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'

// The contract shows no such field of a body: it may be passed over or refused, but whose an id is stays.
const broken = 'the id of another record in the body'
const purpose = 'ids sent in the body'
const hint = 'mass assignment: unknown body fields seem to be stored'

const makers: Readonly<Record<Kind, (sources: Sources) => Promise<string>>> = {
  product: async ({ given }) => (await given.emptyProduct()).id,
  item: async (sources) => (await sources.given.item({ product: await sharedProduct(sources, 'created items') })).id,
  property: async (sources) => (await sources.given.property('text', { item: await sharedItem(sources, purpose) })).id,
  file: async ({ given }) => (await given.file((await given.fileItem()).id)).id,
}

type Kind = 'product' | 'item' | 'property' | 'file'

for (const [kind, what] of [
  ['product', 'creating a product'],
  ['item', 'creating an item'],
  ['property', 'creating a property'],
] as const)
  scenario(
    `${what} with the id of an existing record creates a new one`,
    { verifies: ['GEN-05'], needs: ['write'] },
    async (context) => {
      const id = await one(kind, context)
      const { body, send } = await jsonWrite(what, context)
      const answer = await send({ json: await body({ id }), broken })
      // lawful: an answer without an id
      const where = !succeeded(answer) || fieldOf(answer, 'id') !== undefined
      context.verify('GEN-05', answer).differsIn('id', id, { where, mayRefuse: true, hint })
    },
  )

interface Update {
  readonly kind: Kind
  readonly id: 'PROD-42' | 'ITEM-06' | 'PROP-33' | 'FILE-19'
  readonly endpoint: EndpointId
  readonly write: JsonWriteName
}

const updates: readonly Update[] = [
  { kind: 'product', id: 'PROD-42', endpoint: 'updateProduct', write: 'updating a product' },
  { kind: 'item', id: 'ITEM-06', endpoint: 'updateItem', write: 'updating an item' },
  { kind: 'property', id: 'PROP-33', endpoint: 'updateProperty', write: 'updating a property' },
  { kind: 'file', id: 'FILE-19', endpoint: 'updateFile', write: 'updating a file' },
]

for (const { kind, id: requirement, endpoint, write } of updates)
  scenario(
    `an update with the id of another ${kind} changes neither the id nor the other ${kind}`,
    { verifies: [requirement], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      await requireAccepted(write, context)
      const other = await one(kind, context)
      const id = await makers[kind](context)
      const description = `brought ${given.word()}`
      const update = await api.raw({ ...requestById(endpoint, id), json: { description, id: other }, broken })
      verify(requirement, await given.read(kind, id), [update]).hasStatus(200, { hint })
      const neighbour = await given.read(kind, other)
      verify(requirement, neighbour, [update]).differsIn('description', description, {
        where: succeeded(neighbour),
        hint: 'mass assignment: the id in the body seems to replace that in the path',
      })
    },
  )

/** What has the id that is brought along, for all that bring it. */
function one(kind: Kind, sources: Sources): Promise<string> {
  return sources.session.shared(`${kind} with an id that others bring along`, () => makers[kind](sources))
}
