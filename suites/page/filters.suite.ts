import { isDeepStrictEqual } from 'node:util'
import { ListWindow, entryKeys, isRecord, scenario, type CheckContext, type ListName, type ListQuery } from '#suite'
import { commonType, commonWord } from './common-words.ts'
import { walk } from './walk.ts'

type Context = CheckContext<'PAGE-14' | 'PAGE-18'>

const options = {
  verifies: ['PAGE-14', 'PAGE-18'],
  causedBy: ['PAGE-05', 'PAGE-06', 'PAGE-15', 'PAGE-16', 'PAGE-17'],
} as const

/** Enough for several pages, and few enough to be made quickly. */
const several = Array.from({ length: 5 }, (_, index) => index)

scenario('a search is walked like the whole list', options, async (context) => {
  const { given, session } = context
  const query = await given.listQuery('products')
  const word = session.configuration.mode === 'read-write' ? given.word() : await wordOfAProduct(context, query)
  if (session.configuration.mode === 'read-write')
    await Promise.all(several.map(async () => given.product({ name: `${given.name()} ${word}` })))
  if (session.configuration.mode === 'read-write') await foundAll(context, word)
  await judgeFiltered(context, { name: 'products', query, filter: { q: word } })
})

scenario('a list filtered by type is walked like the whole list', options, async (context) => {
  const { given, session } = context
  if (session.configuration.mode === 'read-only') {
    const query = await given.listQuery('properties')
    const type = await typeOfAProperty(context, query)
    return judgeFiltered(context, { name: 'properties', query, filter: { type } })
  }
  const item = await given.item()
  for (const _ of several) {
    await given.property('text', { item })
    await given.property('numeric', { item })
  }
  const query = await session.dialect.listQuery('listProperties', { itemId: item.id })
  return judgeFiltered(context, { name: 'properties', query, filter: { type: 'numeric' } })
})

scenario('a list with the deleted in it is walked like the whole list', options, async (context) => {
  const { api, given, session } = context
  if (session.configuration.mode === 'read-only') {
    const query = await given.listQuery('properties')
    return judgeFiltered(context, { name: 'properties', query, filter: { includeDeleted: true } })
  }
  const item = await given.item()
  for (const index of several) {
    const property = await given.property('text', { item })
    if (index % 2 === 1)
      given.requireSuccess(await api.send('deleteProperty', { path: { property_id: property.id } }), 'PROP-34')
  }
  const query = await session.dialect.listQuery('listProperties', { itemId: item.id })
  return judgeFiltered(context, { name: 'properties', query, filter: { includeDeleted: true } })
})

scenario(
  'the items of a product are walked like the whole list of them',
  { ...options, verifies: ['PAGE-18'], needs: ['write'] },
  async (context) => {
    const { api, given, session, verify } = context
    const product = await given.product()
    const items = await Promise.all(several.map(async () => given.item({ product })))
    const query = await session.dialect.listQuery('listItems', {
      productId: product.id,
      workspaceId: product.workspaceId,
    })
    const list = await ListWindow.open(api, 'items', query)
    const due = await given.eventually(
      async () => entryKeys(await list.ask(api, { limit: 100, offset: 0 })),
      ({ length }) => length >= items.length,
    )
    // Where the list cannot be narrowed down to a product, there is nothing to walk.
    if (
      !isSame(
        due,
        items.map(({ id }) => id.toLowerCase()),
      )
    )
      return given.untestable({ reason: 'capability-absent', cause: 'a list of the items of one product' })
    const steps = await walk(api, list, { limit: 2, due })
    verify('PAGE-18', steps.last).that({
      claim: 'a walk of the items of a product shows what one page of them shows',
      holds: steps.problem === undefined,
      expected: 'each entry once',
      received: steps.problem ?? 'each entry once',
      hint: 'later pages may forget the product',
    })
  },
)

// Names need not differ: an order by them alone may change from page to page.
scenario('products of one name are walked like any others', { ...options, needs: ['write'] }, async (context) => {
  const { given } = context
  const word = given.word()
  const name = `${given.name()} ${word}`
  for (const _ of several) await given.product({ name })
  await foundAll(context, word)
  return judgeFiltered(context, { name: 'products', query: await given.listQuery('products'), filter: { q: word } })
})

for (const name of ['products', 'items', 'properties'] as const)
  scenario(
    `a page of the list of ${name} is full, whatever was deleted from among its entries`,
    { verifies: ['PAGE-06'], needs: ['write'], causedBy: ['PAGE-05', 'PAGE-17', 'PROD-53', 'ITEM-07', 'PROP-23'] },
    async (context) => {
      const { api, given, verify } = context
      const query = await thinnedList(context, name)
      const window = await ListWindow.open(api, name, query)
      const limit = window.keys.length
      // Where the list cannot be narrowed down to what was made here, others fill its pages.
      if (limit < 2 || limit > many.length)
        given.untestable({ reason: 'capability-absent', cause: `a list of ${name} that shows what is left` })
      // lawful: what was deleted a moment ago may be gone from the list a little later.
      const page = await window.settled(
        api,
        () => window.ask(api, { limit: window.keys.length, offset: 0 }),
        (answer) => entryKeys(answer).length === window.keys.length,
      )
      verify('PAGE-06', page).that({
        claim: `a page of the list of ${name} holds as many entries as limit says, while there are so many`,
        holds: entryKeys(page).length === window.keys.length,
        expected: `${window.keys.length} entries, for there are so many`,
        received: `${entryKeys(page).length} entries`,
        hint: 'the deleted may be taken out after the page is cut',
      })
    },
  )

/** lawful: a search may find what is new a little later. */
async function foundAll({ given }: Context, word: string): Promise<void> {
  const workspace = await given.workspace()
  await given.eventually(
    () => given.trySearch(workspace, word),
    ({ ids }) => ids.length >= several.length,
  )
}

const many = Array.from({ length: 8 }, (_, index) => index)

const isDoomed = (index: number): boolean => index % 2 === 1

/** What a list of things of this run has to be asked with, every other one of which was deleted. */
async function thinnedList(
  { api, given, session }: Pick<Context, 'api' | 'given' | 'session'>,
  name: 'products' | 'items' | 'properties',
): Promise<ListQuery> {
  if (name === 'products') {
    const word = given.word()
    for (const index of many) {
      const { id } = await given.product({ name: `${given.name()} ${word}` })
      if (isDoomed(index))
        given.requireSuccess(await api.send('deleteProduct', { path: { product_id: id } }), 'PROD-52')
    }
    return { ...(await given.listQuery('products')), q: word }
  }
  const item = await given.item()
  const { product } = item
  if (name === 'items') {
    for (const index of many) {
      const { id } = await given.item({ product })
      if (isDoomed(index)) given.requireSuccess(await api.send('deleteItem', { path: { item_id: id } }), 'ITEM-07')
    }
    return session.dialect.listQuery('listItems', { productId: product.id, workspaceId: product.workspaceId })
  }
  for (const index of many) {
    const { id } = await given.property('text', { item })
    if (isDoomed(index))
      given.requireSuccess(await api.send('deleteProperty', { path: { property_id: id } }), 'PROP-34')
  }
  return session.dialect.listQuery('listProperties', { itemId: item.id })
}

interface Filtered {
  readonly name: ListName
  readonly query: ListQuery
  readonly filter: ListQuery
}

/** Strangers may come and go in a list that is not of this run. */
const attempts = 3

/** The pages of a filtered list are those of the one page that holds it whole. */
async function judgeFiltered({ api, given, verify }: Context, { name, query, filter }: Filtered): Promise<void> {
  const list = await ListWindow.open(api, name, query)
  const [parameter = ''] = Object.keys(filter)
  const onePage = async () => entryKeys(await list.ask(api, { ...filter, limit: 200, offset: 0 }))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const due = await onePage()
    if (due.length < 3 || due.length === 200 || isSame(list.keys, due))
      given.untestable({
        reason: 'missing-fixture',
        cause: `no list of ${name} in which ${parameter} makes a difference`,
      })
    const steps = await walk(api, list, { limit: Math.ceil(due.length / 4), filter, due })
    if (steps.problem !== undefined && (!isSame(due, await onePage()) || attempt < attempts - 1)) continue
    verify('PAGE-18', steps.last).that({
      claim: `a walk of the list of ${name} filtered by ${parameter} shows what one page of it shows`,
      holds: steps.problem === undefined,
      expected: 'each entry once',
      received: steps.problem ?? 'each entry once',
      hint: `later pages may forget ${parameter}`,
    })
    // A whole number of pages from the start: whether an offset is rounded to such is another matter.
    const end = await list.ask(api, { ...filter, limit: 1, offset: due.length })
    if (end.status === 200 && entryKeys(end).length > 0 && !isSame(due, await onePage())) return
    verify('PAGE-14', end).hasStatus(200)
    verify('PAGE-14', end).that({
      claim: `a page from the end of the list of ${name} filtered by ${parameter} on is empty`,
      holds: entryKeys(end).length === 0,
      expected: 'no entries',
      received: `${entryKeys(end).length} entries`,
    })
    // A page may be numbered inside: an offset that is no multiple of the limit shows it.
    const within = await list.ask(api, { ...filter, limit: 2, offset: 1 })
    const starts = isDeepStrictEqual(entryKeys(within), due.slice(1, 3))
    if (!isDeepStrictEqual(due, await onePage()) || (!starts && attempt < attempts - 1)) continue
    verify('PAGE-18', within).equals({
      claim: `a page of the list of ${name} filtered by ${parameter} starts where offset says`,
      expected: due.slice(1, 3),
      received: entryKeys(within),
      hint: 'the offset may be rounded to whole pages',
    })
    return
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const keys = new Set(one)
  return one.length === other.length && other.every((key) => keys.has(key))
}

async function wordOfAProduct({ api, given }: Context, query: ListQuery): Promise<string> {
  return commonWord(given.entriesOf(await api.send('listProducts', { query: { ...query, limit: 200 } }))) ?? 'a'
}

async function typeOfAProperty({ api }: Context, query: ListQuery): Promise<string> {
  const page = await api.send('listProperties', { query: { ...query, limit: 200 } })
  const items = isRecord(page.json) && entryKeys(page).length > 0 ? page.json['items'] : []
  return commonType(Array.isArray(items) ? items : []) ?? 'numeric'
}
