import { assume, pick, race, succeeded, type CheckContext, type Exchange, type Given } from '#suite'
import { deleteAmidUpdates } from '../shared/delete-amid-updates.ts'
import { requireAccepted } from '../shared/json-writes.ts'
import { contenders, contestedProducts } from '../shared/contested-products.ts'

const needs = ['write'] as const

/** Requests for one readable_id at the same time, of which one may be accepted. */
interface Contest {
  readonly who: string
  readonly id: 'PROD-30' | 'PROD-45'
  readonly hint: string
  readonly ask: (context: CheckContext<'PROD-30' | 'PROD-45'>, readable_id: string) => Promise<readonly Exchange[]>
}

const contests: readonly Contest[] = [
  {
    who: 'several creations',
    id: 'PROD-30',
    hint: 'race: the lookup and the insert of a readable_id do not seem to be one transaction',
    ask: async ({ given }, readable_id) => {
      const bodies = Array.from({ length: contenders }, () => given.productBody({ readable_id }))
      return given.createProductsAtOnce(await Promise.all(bodies))
    },
  },
  {
    who: 'several updates',
    id: 'PROD-45',
    hint: 'race: the lookup and the update of a readable_id do not seem to be one transaction',
    ask: async (context, readable_id) => {
      const products = await contestedProducts(context, 'a readable_id')
      return context.api.simultaneously(
        products.map(({ id }) =>
          context.api.request('updateProduct', { path: { product_id: id }, json: { readable_id } }),
        ),
      )
    },
  },
  {
    who: 'an update and a creation',
    id: 'PROD-45',
    hint: 'race: creation and update seem to use different locks',
    ask: async (context, readable_id) => {
      const { api, given } = context
      await requireAccepted('updating a product', context)
      const [product] = await contestedProducts(context, 'a readable_id of a creation', { count: 1 })
      const json = await given.productBody({ readable_id })
      return api.simultaneously([
        api.request('updateProduct', { path: { product_id: product?.id ?? '' }, json: { readable_id } }),
        api.request('createProduct', { json }),
      ])
    },
  },
]

for (const { who, id, hint, ask } of contests)
  race(`exactly one of ${who} at the same time gets the readable_id`, { verifies: [id], needs }, async (context) => {
    const answers = await ask(context, context.given.readableId())
    context.verify(id, answers[0]).oneWins({ answers, hint })
  })

const names = ['name', 'description', 'readable_id', 'part_number'] as const
type Field = (typeof names)[number]

/** Fields that are updated at the same time, each by a request of its own. */
const together: ReadonlyArray<{ readonly fields: readonly Field[]; readonly needs: ReadonlyArray<'write' | 'trace'> }> =
  [
    { fields: ['name', 'description', 'readable_id'], needs },
    // A renaming that writes back what it has read loses the number.
    { fields: ['name', 'part_number'], needs: ['write', 'trace'] },
  ]

function requestedTexts(given: Given): Readonly<Record<Field, string>> {
  return {
    name: given.name(),
    description: `after ${given.word()}`,
    readable_id: given.readableId(),
    part_number: given.partNumber(),
  }
}

for (const { fields, needs: needed } of together)
  race(
    `simultaneous updates of ${fields.join(', ')} are all kept`,
    { verifies: ['PROD-51'], needs: needed },
    async (context) => {
      const { api, given, verify } = context
      const [product] = await contestedProducts(context, `updates of ${fields.join(', ')}`, { count: 1 })
      const id = product?.id ?? ''
      const wishes = requestedTexts(given)
      const update = (field: Field) =>
        api.request('updateProduct', { path: { product_id: id }, json: pick(wishes, [field]) })
      const answers = await api.simultaneously(fields.map(update))
      // lawful: one that came too late may be refused; what was accepted is to be kept
      const kept = fields.filter((_, place) => succeeded(answers[place]))
      const read = await given.readProduct(id)
      const hint = 'lost update: a write seems to store all fields as it read them before'
      verify('PROD-51', read).shows(pick(wishes, kept), { over: kept, hint })
      // The next go begins without a number, as this one did.
      assume(kept.includes('part_number'))
      await given.update(id, { part_number: null })
    },
  )

race(
  'a product deleted during an update no longer exists',
  { verifies: ['PROD-53'], needs, covers: ['ERR-15'] },
  async (context) => {
    const { api, given, verify } = context
    const { id } = await given.emptyProduct()
    await given.readProduct(id)
    const path = { product_id: id }
    const update = () => api.request('updateProduct', { path, json: { name: given.name() } })
    await requireAccepted('updating a product', context)
    await deleteAmidUpdates(context, api.request('deleteProduct', { path }), update)
    const read = await given.eventually(
      () => given.read('product', id),
      ({ status }) => status === 404,
    )
    verify('PROD-53', read).hasStatus(404, {
      hint: 'lost update: the update seems to overwrite the whole product with old values',
    })
  },
)
