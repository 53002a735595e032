import { assume, race, succeeded, type CheckContext, type Exchange, type Sources } from '#suite'
import { requireAccepted } from '../shared/json-writes.ts'
import { contenders, contestedProducts } from '../shared/contested-products.ts'

const needs = ['write', 'trace'] as const

type Id = 'PN-04' | 'PN-05' | 'PN-11' | 'PN-18' | 'PN-19' | 'PN-20'
type Context = CheckContext<Id>
/** Requests for one number at the same time, of which one may be accepted. */
interface Contest {
  readonly who: string
  readonly id: Id
  readonly hint: string
  /** How the number is asked for first. */
  readonly by: 'creation' | 'assignment'
  readonly requestAtOnce: (context: Context, part_number: string) => Promise<readonly Exchange[]>
}

const contests: readonly Contest[] = [
  {
    who: 'several creations',
    id: 'PN-18',
    hint: 'race: the lookup and the insert of a part number do not seem to be one transaction',
    by: 'creation',
    requestAtOnce: async ({ given }, part_number) => {
      const bodies = Array.from({ length: contenders }, () => given.productBody({ part_number }))
      return given.createProductsAtOnce(await Promise.all(bodies))
    },
  },
  {
    who: 'several creations in two workspaces',
    id: 'PN-18',
    hint: 'race: each workspace seems to have its own lock',
    by: 'creation',
    requestAtOnce: async ({ given }, part_number) => {
      const [here, there] = await given.twoWorkspaces()
      const bodies = [here, there, here].map((workspace_id) => given.productBody({ part_number, workspace_id }))
      const answers = await given.createProductsAtOnce(await Promise.all(bodies))
      // A rule may be configured that holds in one of the two only.
      if (answers.some(({ status }) => status === 422))
        given.untestable({
          reason: 'capability-absent',
          cause: 'the second workspace rejected the part number as invalid',
        })
      return answers
    },
  },
  {
    who: 'several assignments',
    id: 'PN-19',
    hint: 'race: the lookup and the assignment of a part number do not seem to be one transaction',
    by: 'assignment',
    requestAtOnce: assignAtOnce,
  },
  {
    who: 'an assignment and a creation',
    id: 'PN-20',
    hint: 'race: creation and assignment seem to use different locks or tables',
    by: 'creation',
    requestAtOnce: async (context, part_number) => {
      const { api, given } = context
      await requireAccepted('updating a product', context)
      const { id } = await given.productWithoutPartNumber()
      await given.readProduct(id)
      const json = await given.productBody({ part_number })
      const answers = await api.simultaneously([
        api.request('updateProduct', { path: { product_id: id }, json: { part_number } }),
        api.request('createProduct', { json }),
      ])
      await given.requireRoom(answers)
      return answers
    },
  },
]

for (const { who, id, hint, by, requestAtOnce } of contests)
  race(`exactly one of ${who} at the same time gets the part number`, { verifies: [id], needs }, async (context) => {
    const { given, verify } = context
    const number = given.partNumber()
    const answers = await requestAtOnce(context, number)
    await given.noUndeclaredRule(answers, { number, by })
    verify(id, answers[0]).oneWins({ answers, others: 409, hint })
  })

/** Assigns a number to several products at the same time, and takes it back: the next go begins as this one did. */
async function assignAtOnce(context: Context, part_number: string): Promise<readonly Exchange[]> {
  const { api, given } = context
  await requireAccepted('updating a product', context)
  const products = await contestedProducts(context, 'a part number', { unnumbered: true })
  const answers = await api.simultaneously(
    products.map(({ id }) => api.request('updateProduct', { path: { product_id: id }, json: { part_number } })),
  )
  for (const [index, { id }] of products.entries())
    if (succeeded(answers[index])) await given.update(id, { part_number: null })
  return answers
}

/** A product that gives its number up, and what must not have it at the same time. */
const takers = [
  {
    who: 'a creation',
    id: 'PN-04',
    requestAtOnce: async ({ api, given }: Sources, part_number: string) =>
      api.request('createProduct', { json: await given.productBody({ part_number }) }),
  },
  {
    who: 'an assignment',
    id: 'PN-05',
    requestAtOnce: async (context: Sources, part_number: string) => {
      await requireAccepted('updating a product', context)
      const [product] = await contestedProducts(context, 'a part number that is removed', {
        count: 1,
        unnumbered: true,
      })
      const path = { product_id: product?.id ?? '' }
      return context.api.request('updateProduct', { path, json: { part_number } })
    },
  },
] as const

for (const { who, id, requestAtOnce } of takers)
  race(`a part number that is being removed is rejected for ${who}`, { verifies: [id], needs }, async (context) => {
    const { api, given, verify } = context
    const holder = await given.productWithPartNumber()
    await given.readProduct(holder.id)
    const taking = await requestAtOnce(context, holder.partNumber)
    const answers = await api.simultaneously([
      api.request('updateProduct', { path: { product_id: holder.id }, json: { part_number: null } }),
      taking,
    ])
    const [removal, answer] = answers
    assume(removal !== undefined)
    given.requireSuccess(removal, 'PN-03')
    await given.requireRoom(answers)
    verify(id, answer).isRefused({
      status: 409,
      control: holder.exchange,
      hint: 'race: the part number seems to be free between its removal and its retirement',
    })
  })

race(
  'one of two part numbers assigned to a product at the same time is rejected',
  { verifies: ['PN-11'], needs },
  async (context) => {
    const { api, given, verify } = context
    await requireAccepted('updating a product', context)
    const { id } = await given.productWithoutPartNumber()
    await given.readProduct(id)
    const numbers = [given.partNumber(), given.partNumber()]
    const answers = await api.simultaneously(
      numbers.map((part_number) => api.request('updateProduct', { path: { product_id: id }, json: { part_number } })),
    )
    const accepted = answers.filter((answer) => succeeded(answer))
    await given.noUndeclaredRule(answers, { number: numbers[0] ?? '', by: 'assignment' })
    // lawful: a service that cannot tell which came first may refuse both, as a conflict
    const hint = 'race: both requests seem to read the product before either writes it'
    verify('PN-11', answers[0]).oneWins({ answers, mayRefuseAll: true, hint })
    assume(accepted.length > 0)
    const won = numbers[answers.findIndex((answer) => succeeded(answer))]
    const read = await given.readProduct(id)
    verify('PN-11', read).shows({ part_number: won })
  },
)
