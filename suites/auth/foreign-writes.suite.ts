import { fieldOf, requestById, sameRecord, scenario, type EndpointId, type Given, type RecordKind } from '#suite'

const forbidden = { status: 403, code: 'forbidden' } as const
const needs = ['second-key', 'write'] as const
const as = 'other-organization'
const hint = 'the organization of the key may be compared on reads only'

const takenOver = { description: 'taken over' }

interface ForeignWrite {
  readonly kind: RecordKind
  readonly id: 'AUTH-12' | 'AUTH-14' | 'AUTH-16' | 'AUTH-18'
  readonly update: EndpointId
  readonly json: Readonly<Record<string, string>>
  /** Made under the second key; changed by none but these checks. */
  readonly make: (given: Given) => Promise<{ readonly id: string }>
}

const writes: readonly ForeignWrite[] = [
  {
    kind: 'product',
    id: 'AUTH-12',
    update: 'updateProduct',
    json: { name: 'taken over', ...takenOver },
    make: (given) => given.foreignProduct(),
  },
  { kind: 'item', id: 'AUTH-14', update: 'updateItem', json: takenOver, make: (given) => given.foreignItem() },
  {
    kind: 'property',
    id: 'AUTH-16',
    update: 'updateProperty',
    json: takenOver,
    make: (given) => given.foreignProperty(),
  },
  {
    kind: 'file',
    id: 'AUTH-18',
    update: 'updateFile',
    json: { userTitle: 'taken over', ...takenOver },
    make: (given) => given.foreignFile(),
  },
]

// lawful: a job may touch a record shortly after its making, describe a file by itself, and link it elsewhere.
const movesByItself = ['updatedAt', 'description', 'used_in'] as const

for (const { kind, id, update, json, make } of writes) {
  scenario(
    `changing a ${kind} of another organization is forbidden and changes nothing`,
    { verifies: [id], needs },
    async ({ api, given, verify }) => {
      const foreign = (await make(given)).id
      const control = given.requireSuccess(await given.read(kind, foreign, { as }), 'AUTH-01')
      const answer = await api.raw({ ...requestById(update, foreign), json })
      verify(id, answer).isRefused({ ...forbidden, control, hint })
      const after = await given.read(kind, foreign, { as })
      const comparison = { kind, expected: control.json, received: after.json, except: movesByItself }
      verify(id, after).that(sameRecord(`a ${kind} after the refusal`, comparison))
      verify(id, after).that({
        claim: `the description of a ${kind} is not the one of the refused change`,
        holds: fieldOf(after, 'description') !== takenOver.description,
        expected: 'a description of its own, or none',
        received: takenOver.description,
      })
    },
  )

  scenario(
    `an update of a ${kind} of another organization is refused where it gives nothing, too`,
    { verifies: [id], needs, causedBy: ['ERR-15'] },
    async ({ api, given, verify }) => {
      const answer = await api.raw({ ...requestById(update, (await make(given)).id), json: {} })
      // lawful: an update that gives nothing may be refused as such, before anybody looks whose record it is.
      verify(id, answer).hasStatus([403, 400, 422], 'an update without fields may return early')
    },
  )
}

const deletions = [
  { kind: 'product', id: 'AUTH-12', make: (given: Given) => given.product({}, { as }) },
  {
    kind: 'item',
    id: 'AUTH-14',
    make: async (given: Given) => given.item({ product: await given.foreignProduct(), as }),
  },
  {
    kind: 'property',
    id: 'AUTH-16',
    make: async (given: Given) => given.property('text', { item: await given.foreignItem(), as }),
  },
] as const

for (const { kind, id, make } of deletions)
  scenario(
    `deleting a ${kind} of another organization is forbidden and changes nothing`,
    { verifies: [id], needs },
    async ({ given, verify }) => {
      const foreign = (await make(given)).id
      const control = given.requireSuccess(await given.read(kind, foreign, { as }), 'AUTH-01')
      verify(id, await given.remove(kind, foreign)).isRefused({ ...forbidden, control, hint })
      const after = await given.read(kind, foreign, { as })
      verify(id, after).hasStatus(200, 'deleted before the refusal')
      const comparison = { kind, expected: control.json, received: after.json, except: movesByItself }
      verify(id, after).that(sameRecord(`a ${kind} after the refusal`, comparison))
    },
  )
