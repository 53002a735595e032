import { assume, blocked, each, entriesOf, inTurn, fieldOf, isRecord, pick, scenario, show, succeeded } from '#suite'
import type { Exchange, Row } from '#suite'
import type { Entry } from '../shared/example-property.ts'
import { publishedItem, type PublishedItem } from './published-item.ts'

// `publishedItem` lists an item with properties of each type (`draft`), publishes its product and lists it with that version (`listed`).

const needs = ['control:publish-version', 'write'] as const

/** A value that breaks the rule of its type differs from the draft's for that reason alone. */
const shapes = ['PROP-10', 'PROP-11', 'PROP-12', 'PROP-15', 'PROP-16', 'PROP-17', 'PROP-18'] as const

function contentsOf(entries: readonly Entry[]): readonly Row[] {
  return entries
    .filter(({ type }) => type !== 'formula')
    .map(({ name, type, value, category = null, display_unit = null, references }) => {
      return { name, type, value, category, display_unit, references: pagesOf(references) }
    })
}

/** The pages referred to: a version may have file links of its own. */
function pagesOf(references: unknown): readonly unknown[] {
  const pages = (Array.isArray(references) ? references : []).map((one: unknown) => (isRecord(one) ? one['page'] : one))
  return pages.toSorted((one, other) => show(one).localeCompare(show(other), 'en'))
}

function pagesIn(entries: readonly Entry[]): readonly Row[] {
  return entries.flatMap(({ references }) => pagesOf(references)).map((page) => ({ references: page }))
}

scenario(
  'a version shows each property as the draft had it, whatever its type',
  {
    verifies: ['VER-02'],
    covers: [...shapes, 'PROP-13'],
    needs,
  },
  async (context) => {
    const { given, verify } = context
    const { draft, listed } = await publishedItem(context)
    verify('VER-02', listed, [draft]).hasRows({
      expected: contentsOf(given.entriesOf(draft)),
      received: contentsOf(given.entriesOf(listed)),
    })
  },
)

scenario('a version shows the references of its properties', { verifies: ['VER-02'], needs }, async (context) => {
  const { given, verify } = context
  const { draft, listed } = await publishedItem(context)
  const pages = pagesIn(given.entriesOf(draft))
  assume(pages.length > 0, 'the target did not keep the references sent in a creation')
  verify('VER-02', listed, [draft]).hasRows({
    expected: pages,
    received: pagesIn(given.entriesOf(listed)),
  })
})

scenario(
  'a version shows the result that a formula had in the draft',
  { verifies: ['VER-02'], needs },
  async (context) => {
    const published = await publishedItem(context)
    const [due, shown] = [resultIn(published, 'draft'), resultIn(published, 'listed')]
    assume(due !== null, 'the formula of the draft showed no result')
    context.verify('VER-02', published.listed, [published.draft]).that({
      claim: 'a published formula shows the number that it had in the draft',
      // A result may be written in a way that nobody understands here: then there is one at least.
      holds: shown !== null && (Number.isNaN(numberOf(due)) || numberOf(shown) === numberOf(due)),
      expected: `a result, as ${show(due)}`,
      received: show(shown),
      criterion: {
        kind: 'rows',
        expected: [{ type: 'formula', value: due }],
        received: [{ type: 'formula', value: shown }],
      },
    })
  },
)

function numberOf(value: unknown): number {
  return Number.parseFloat(typeof value === 'string' ? value : show(value))
}

function resultIn(published: PublishedItem, list: 'draft' | 'listed'): unknown {
  const made = published.made.formula
  const entries: unknown = fieldOf(published[list], 'items')
  const entry = (Array.isArray(entries) ? entries : [])
    .filter(isRecord)
    .find(({ name, type }) => type === 'formula' && made !== undefined && name === fieldOf(made.exchange, 'name'))
  return entry?.['value'] ?? null
}

scenario(
  'each item shows its own properties in a version, and no others',
  { verifies: ['VER-02'], needs },
  async (context) => {
    const { given, verify } = context
    const first = await given.item()
    const another = () => given.item({ product: first.product })
    const items = [first, await another(), await another()]
    const properties = await Promise.all(items.map((item) => given.property('text', { item })))
    const { version } = await given.publish(first)
    // The version does not have this item: its list must show nothing, or be rejected.
    const later = await given.property('text', { item: await another() })
    const names = [...properties, later].map(({ exchange }) => fieldOf(exchange, 'name'))
    assume(!names.some((name) => typeof name !== 'string'), blocked('PROP-02', 'a creation did not show the name'))
    const inVersion = properties.map(({ item, exchange }) => ({ item, expected: [pick(exchange.json, ['name'])] }))
    const lists = await inTurn([...inVersion, { item: later.item, expected: [] }], async ({ item, expected }) => ({
      list: await given.listProperties(item.id, { query: { limit: 100, version } }),
      expected,
    }))
    // lawful: the version is read by its own item ids only; then no list shows anything
    const entries = lists.flatMap(({ list }) => given.entriesOf(list))
    assume(entries.length > 0, 'the target showed nothing of the version by the item id of the draft')
    const areNamed = entries.every(({ name }) => typeof name === 'string')
    assume(areNamed, blocked('PROP-02', 'a list showed a property without its name'))
    const hint = `wrong version: with version ${version} the draft or another version seems to be shown`
    await each(lists, async ({ list, expected }) => {
      verify('VER-02', list).hasRows({ expected, received: namesIn(list, names), hint })
    })
  },
)

/** More than what one page of a careless publication holds. */
const crowd = 51

scenario('a version shows each of many properties', { verifies: ['VER-02'], needs }, async (context) => {
  const { api, given, verify } = context
  const item = await given.item()
  const made = await api.send('createPropertiesInBulk', { json: await given.propertyBulk(item, crowd) })
  assume(succeeded(made), `the target did not create ${crowd} properties in one request`)
  const count = (list: Exchange): number => given.entriesOf(list).length
  const list = () => given.listProperties(item.id, { query: { limit: 100 } })
  const draft = await given.eventually(list, (shown) => count(shown) >= crowd)
  assume(count(draft) >= crowd, `the target did not create ${crowd} properties in one request`)
  const { listed } = await given.publish(item, draft)
  assume(listed !== undefined && count(listed) > 0, 'the target showed nothing of the version')
  const hint = 'partial copy: the publication seems to read only the first page of records'
  verify('VER-02', listed, [draft]).hasEntries({ least: count(draft) }, { hint })
})

/** The names in a list, of those given: a target may put properties of its own beside ours. */
function namesIn(list: Exchange, names: readonly unknown[]): readonly Row[] {
  return entriesOf(list).flatMap(({ name }) => (names.includes(name) ? [{ name }] : []))
}
