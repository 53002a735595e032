import { idsOf, scenario, type Exchange } from '#suite'

const needs = ['write'] as const
const page = 200

scenario(
  'a search lists a new product at once',
  { verifies: ['PROD-20'], needs, causedBy: ['PROD-36', 'PROD-37'] },
  async ({ given, verify }) => {
    const product = await given.product()
    const found = await given.search(product.workspaceId, product.body.name)
    verify('PROD-20', found.exchange).that({
      claim: 'a search for the name of a new product lists it',
      holds: found.ids.includes(product.id.toLowerCase()) || !found.complete,
      expected: 'the product in the list of its workspace',
      received: `${found.ids.length} others`,
    })
  },
)

/** Names at the edges of what is allowed, and what a list may show otherwise than a record. */
const unusual = [
  { what: 'a long name', name: (name: string) => `${name} ${'long '.repeat(40)}`.trimEnd() },
  { what: 'a name with signs of many scripts', name: (name: string) => `Größe 漢字 😀 ${name}` },
] as const

for (const { what, name } of unusual)
  scenario(
    `a search lists a new product with ${what}`,
    { verifies: ['PROD-20'], needs, causedBy: ['PROD-32', 'PROD-36', 'PROD-37'] },
    async ({ given, verify }) => {
      const word = given.name()
      const [bare, described] = [
        await given.product({ name: name(word) }),
        await given.product({ name: name(word), description: 'described' }),
      ]
      for (const { id, workspaceId } of [bare, described]) {
        const found = await given.search(workspaceId, word)
        verify('PROD-20', found.exchange).that({
          claim: `a product with ${what} is in the list`,
          holds: found.ids.includes(id.toLowerCase()) || !found.complete,
          expected: 'the product in the list of its workspace',
          received: `${found.ids.length} others`,
        })
      }
    },
  )

/** Pages of a list that are looked through for a new product. */
const pagesAtMost = 10

// Alone: entries that come and go meanwhile push others from page to page.
scenario(
  'the list shows a new product at once',
  { verifies: ['PROD-20'], needs, serial: true, causedBy: ['PAGE-06', 'PAGE-15', 'PAGE-16', 'PAGE-17'] },
  async ({ given, verify }) => {
    const { id, workspaceId } = await given.product()
    const walk = async (
      stopsAtIt: boolean,
    ): Promise<{ readonly pages: readonly Exchange[]; readonly whole: boolean }> => {
      const pages: Exchange[] = []
      while (pages.length < pagesAtMost) {
        const query = { limit: page, offset: pages.length * page }
        const answer = given.requireSuccess(await given.listProducts(workspaceId, { query }), 'PAGE-05')
        pages.push(answer)
        if ((stopsAtIt && given.lists(answer, { id })) || given.entriesOf(answer).length < page)
          return { pages, whole: true }
      }
      return { pages, whole: false }
    }
    const { pages, whole } = await walk(true)
    const shown = pages.some((answer) => given.lists(answer, { id }))
    // An entry that goes meanwhile draws another one over the edge of a page, unseen.
    const later = shown ? [] : (await walk(false)).pages.flatMap((answer) => idsOf(answer))
    const isSteady = pages.every((answer) => idsOf(answer).every((entry) => later.includes(entry)))
    if (!shown && !(whole && isSteady))
      given.untestable({
        reason: 'missing-fixture',
        cause: 'the list is too long, or shrinks meanwhile: use a quieter workspace',
      })
    verify('PROD-20', pages.at(-1)).that({
      claim: 'the list of its workspace shows a new product',
      holds: shown,
      expected: 'the product in the list of its workspace',
      received: `${pages.length} pages without it`,
    })
  },
)

scenario(
  'no other workspace lists a new product',
  { verifies: ['PROD-20'], needs, causedBy: ['PROD-35'] },
  async ({ given, verify }) => {
    const [here, there] = await given.twoWorkspaces()
    const product = await given.product({ workspace_id: here })
    const found = await given.search(there, product.body.name)
    verify('PROD-20', found.exchange).that({
      claim: 'another workspace does not list a new product',
      holds: !found.ids.includes(product.id.toLowerCase()),
      expected: 'a list without the product',
      received: 'the product',
    })
  },
)

scenario(
  'a list has the products of the workspace asked for',
  { verifies: ['PROD-35'], needs },
  async ({ given, verify }) => {
    const workspaces = await given.twoWorkspaces()
    const word = given.word()
    const products = await Promise.all(
      workspaces.map((workspaceId) => given.product({ workspace_id: workspaceId, name: `${given.name()} ${word}` })),
    )
    const lists = workspaces.flatMap((workspaceId) => [{}, { q: word }].map((query) => ({ workspaceId, query })))
    for (const { workspaceId, query } of lists) {
      const list = given.requireSuccess(
        await given.listProducts(workspaceId, { query: { limit: page, ...query } }),
        'PAGE-05',
      )
      const strangers = products.filter((product) => product.workspaceId !== workspaceId && given.lists(list, product))
      verify('PROD-35', list).that({
        claim: `a list${'q' in query ? ' with a search text' : ''} has no product of another workspace`,
        holds: strangers.length === 0,
        expected: 'products of the workspace asked for',
        received: 'a product of another workspace',
      })
    }
  },
)

scenario('no product is in the lists of two workspaces', { verifies: ['PROD-35'] }, async ({ given, verify }) => {
  const [here, there] = await given.twoWorkspaces()
  const [one, other] = await Promise.all(
    [here, there].map(async (workspaceId) =>
      given.requireSuccess(await given.listProducts(workspaceId, { query: { limit: page } }), 'PAGE-05'),
    ),
  )
  if (!one || !other || idsOf(one).length + idsOf(other).length === 0) return
  const shared = idsOf(one).filter((id) => idsOf(other).includes(id))
  verify('PROD-35', other).that({
    claim: 'the lists of two workspaces have no product in common',
    holds: shared.length === 0,
    expected: 'no id in both lists',
    received: `${shared.length} ids in both lists`,
  })
})
