import { assume, blocked, idsOf, scenario, textField, succeeded } from '#suite'
import type { CheckContext, Exchange, Given, MadeProduct } from '#suite'
import { findProduct, isConclusive } from '../shared/find-product.ts'

const needs = ['write'] as const
const page = 200

/** Names within 50 characters, and beyond: a limit there is lawful. */
const names: ReadonlyArray<readonly [what: string, name: (word: string) => string]> = [
  ['a plain name', (word) => word],
  ['a name in several scripts', (word) => `Größe 漢字 😀 ${word}`],
  ['a long name', (word) => `${word} ${'long '.repeat(40)}`.trimEnd()],
]

const descriptions = [
  ['no description', {}],
  ['a description', { description: 'described' }],
] as const

for (const [what, name] of names)
  for (const [described, fields] of descriptions)
    scenario(
      `a search finds a new product with ${what} and ${described}`,
      { verifies: ['PROD-20'], needs },
      async ({ given, verify }) => {
        const word = given.name()
        const body = await given.productBody({ name: name(word), ...fields })
        const answer = await given.createProduct(body)
        const { length } = body.name
        assume(succeeded(answer) || length <= 50, `the target rejected a name of ${length} characters`)
        const id = textField(given.requireSuccess(answer, 'PROD-17'), 'id', 'PROD-01').toLowerCase()
        const found = await findProduct(given, { id, workspaceId: body.workspace_id }, word)
        verify('PROD-20', found.exchange).lists(id, { where: isConclusive(found, id) })
      },
    )

/** Pages of a list that are looked through for a new product. */
const pagesAtMost = 10

interface Pagination {
  readonly pages: readonly Exchange[]
  /** The end of the list was reached, or what was looked for. */
  readonly whole: boolean
}

/** Pages of a workspace's list, to its end or to a product. */
async function paginate(given: Given, workspaceId: string, until?: string): Promise<Pagination> {
  const pages: Exchange[] = []
  while (pages.length < pagesAtMost) {
    const query = { limit: page, offset: pages.length * page }
    const answer = given.requireSuccess(await given.listProducts(workspaceId, { query }), 'PAGE-05')
    pages.push(answer)
    if (idsOf(answer).length < page || idsOf(answer).some((id) => id === until)) return { pages, whole: true }
  }
  return { pages, whole: false }
}

const ids = ({ pages }: Pagination): readonly string[] => pages.flatMap((answer) => idsOf(answer))

/**
 * GET /products of the workspace of a new product, page by page: at once, and until it shows the product. Alone: entries that come and go
 * meanwhile push others from page to page.
 */
function listsOfNewProduct({ given, session }: Pick<CheckContext, 'given' | 'session'>) {
  return session.shared('list with a new product', async () => {
    const product = await given.product({}, { isNew: true })
    const id = product.id.toLowerCase()
    const look = () => paginate(given, product.workspaceId, id)
    const first = await look()
    const last = await given.eventually(look, (seen) => ids(seen).includes(id))
    // An entry that goes meanwhile draws another one over the edge of a page, unseen.
    const isSteady = ids(first).every((entry) => ids(last).includes(entry))
    assume(ids(last).includes(id) || (last.whole && isSteady), tooLong)
    given.leave(product.exchange)
    return { id, first, last, isSteady }
  })
}

scenario('the list shows a new product', { verifies: ['PROD-20'], needs, serial: true }, async (context) => {
  const { id, last } = await listsOfNewProduct(context)
  context.verify('PROD-20', last.pages.at(-1)).lists(id)
})

scenario('the list shows a new product at once', { verifies: ['GEN-06'], needs, serial: true }, async (context) => {
  const { id, first, last, isSteady } = await listsOfNewProduct(context)
  assume(ids(last).includes(id), blocked('PROD-20', 'the list did not show the new product'))
  context.verify('GEN-06', first.pages.at(-1)).that({
    claim: 'the next read of the list of its workspace shows a new product',
    where: first.whole && isSteady,
    holds: ids(first).includes(id),
    expected: 'the product in the list of its workspace',
    received: 'the product only in a later read of the list',
    criterion: { kind: 'settled' },
  })
})

const tooLong = {
  reason: 'missing-fixture',
  remedy: 'use a workspace with fewer products and users: the list is too long or shrinks during the check',
} as const

scenario(
  'a new product is not listed in another workspace',
  { verifies: ['PROD-20'], needs },
  async ({ given, verify }) => {
    const [here, there] = await given.twoWorkspaces()
    const { id, body } = await given.product({ workspace_id: here })
    const { exchange } = await given.search(there, body.name)
    verify('PROD-20', exchange).omits(id)
  },
)

/** Products of one name in two workspaces. */
interface Namesakes {
  readonly name: string
  readonly here: MadeProduct
  readonly there: MadeProduct
}

function namesakes({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<Namesakes> {
  return session.shared('products of one name in two workspaces', async () => {
    const [here, there] = await given.twoWorkspaces()
    const name = `${given.name()} ${given.word()}`
    const make = (workspace_id: string) => given.product({ workspace_id, name })
    return { name, here: await make(here), there: await make(there) }
  })
}

const waysToList = [
  { what: 'a list', queryOf: () => ({}) },
  { what: 'a search', queryOf: ({ name }: Namesakes) => ({ q: name }) },
] as const

for (const { what, queryOf } of waysToList)
  scenario(`${what} shows no product of another workspace`, { verifies: ['PROD-35'], needs }, async (context) => {
    const { given, verify } = context
    const both = await namesakes(context)
    const query = { limit: page, ...queryOf(both) }
    const listOf = async ({ workspaceId }: MadeProduct) =>
      given.requireSuccess(await given.listProducts(workspaceId, { query }), 'PAGE-05')
    verify('PROD-35', await listOf(both.here)).omits(both.there.id)
    verify('PROD-35', await listOf(both.there)).omits(both.here.id)
  })

scenario(
  'the lists of two workspaces have no product in common',
  { verifies: ['PROD-35'] },
  async ({ given, verify }) => {
    const [here, there] = await given.twoWorkspaces()
    const list = async (workspaceId: string) =>
      given.requireSuccess(await given.listProducts(workspaceId, { query: { limit: page } }), 'PAGE-05')
    const [one, other] = await Promise.all([list(here), list(there)])
    verify('PROD-35', other).omits(idsOf(one))
  },
)
