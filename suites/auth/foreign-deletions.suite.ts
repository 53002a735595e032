import { propertyTypes, requestById, scenario, type EndpointId, type Exchange } from '#suite'
import { requireDeletionsExist, type Deletable } from './require-served.ts'
import { foreignPlace, type ForeignPlace } from './foreign-place.ts'
import { forbidden, foreignHint, secretsOf, bodyText } from './foreign-claims.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

const as = 'other-organization'

interface Deletion {
  readonly kind: Deletable
  readonly what: string
  readonly id: 'AUTH-12' | 'AUTH-14' | 'AUTH-16'
  readonly endpoint: EndpointId
  readonly find: (place: ForeignPlace) => Promise<{ readonly id: string; readonly exchange: Exchange }>
  readonly spelled: (id: string) => string
  /** lawful: a deployment may compare ids as texts, to which nothing of the kind is known. */
  readonly isDoubtful: boolean
}

const plainly = { spelled: (id: string) => id, isDoubtful: false } as const

const deletions: readonly Deletion[] = [
  {
    kind: 'product',
    what: 'product',
    id: 'AUTH-12',
    endpoint: 'deleteProduct',
    find: async (place) => (await place.item()).product,
    ...plainly,
  },
  { kind: 'item', what: 'item', id: 'AUTH-14', endpoint: 'deleteItem', find: (place) => place.item(), ...plainly },
  ...propertyTypes.map((type): Deletion => ({
    kind: 'property',
    what: `${type} property`,
    id: 'AUTH-16',
    endpoint: 'deleteProperty',
    find: (place) => place.property(type),
    ...plainly,
  })),
]

/** An id may be looked up whatever its letter case, and compared as a text. */
const inCapitals = deletions
  .filter(({ what }) => ['product', 'item', 'text property'].includes(what))
  .map((deletion): Deletion => ({
    ...deletion,
    what: `${deletion.what} by its id in upper case`,
    spelled: (id) => id.toUpperCase(),
    isDoubtful: true,
  }))

for (const { kind, what, id, endpoint, find, spelled, isDoubtful } of [...deletions, ...inCapitals])
  scenario(
    `DELETE of a foreign ${what} is forbidden, reveals nothing and deletes nothing`,
    { verifies: [id, 'AUTH-26'], needs: ['second-key', 'write'] },
    async (context) => {
      const { given, verify } = context
      // A place of its own: if one of them is deleted, what other checks look at is still there.
      const { id: foreign, exchange: seen } = await find(foreignPlace('foreign place to delete', context))
      const answer = await context.api.raw(requestById(endpoint, spelled(foreign)))
      await requireDeletionsExist(answer, kind, context)
      verify(id, answer).isRefused({ ...forbidden, control: seen, mayDiffer: isDoubtful, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([seen.json], answer), { in: bodyText(answer) })
      const after = await given.read(kind, foreign, { as })
      const hint = 'check after the write: the record seems to be deleted before access is checked'
      verify(id, after).hasStatus(200, { hint })
      verify(id, after).differsIn('deleted', true, { hint })
    },
  )
