import { assume, each, inTurn, isRecord, scenario, succeeded } from '#suite'
import type { Exchange } from '#suite'
import { entriesIn, withEntries } from '../shared/bulk-subject.ts'
import { isJob } from '../shared/is-job.ts'
import { listItemsOf, type ListedItems } from '../shared/list-items-of.ts'
import { isNamed, namesIn } from '../shared/names-in.ts'
import type { Entry } from '../shared/example-property.ts'
import { ownItem } from '../shared/shared-place.ts'

const hint = 'first entry for all: the parent of the first entry seems to be used for every entry'

scenario(
  'POST /properties/bulk creates each property in the item that its entry names',
  { verifies: ['BULK-02'], needs: ['write'] },
  async (context) => {
    const { api, given, verify } = context
    const here = await ownItem(context)
    const due = await inTurn([here, await given.item({ product: here.product })], async (item) =>
      entryNaming(item.id, await given.propertyBulk(item, 2)),
    )
    const json = withEntries(
      withoutPlace(await given.propertyBulk(here, 2), here.id),
      due.map(({ entry }) => entry),
    )
    const answer = await api.send('createPropertiesInBulk', { json })
    assume(isDone(answer), 'the target rejected a bulk of properties for two items')
    const places = await inTurn(due, async ({ id, entry }) => {
      const names = namesIn(entry, context)
      const ask = () => given.listProperties(id, { query: { limit: 100 } })
      const isThere = (list: Exchange): boolean => given.entriesOf(list).some((one) => isNamed(one, names))
      const list = given.requireSuccess(await given.eventually(ask, isThere), 'PROP-19')
      return { names, answer: list, entries: given.entriesOf(list) }
    })
    const all = requireNames(places)
    await each(places, async ({ names, answer: list, entries }) =>
      verify('BULK-02', list).showsText(nameIn(all, names), { in: entries, hint }),
    )
  },
)

scenario(
  'POST /items/bulk creates each item in the product that its entry names',
  { verifies: ['BULK-01'], needs: ['write'] },
  async (context) => {
    const { api, given, verify } = context
    const first = await given.emptyProduct()
    const due = await inTurn([first, await given.emptyProduct()], async (product) => ({
      product,
      ...entryNaming(product.id, await given.itemBulk(product, 2)),
    }))
    const json = withEntries(
      withoutPlace(await given.itemBulk(first, 2), first.id),
      due.map(({ entry }) => entry),
    )
    const answer = await api.send('createItemsInBulk', { json })
    assume(isDone(answer), 'the target rejected a bulk of items for two products')
    const places = await inTurn(due, async ({ product, entry }) => {
      const names = namesIn(entry, context)
      const isThere = (list: ListedItems): boolean => list.entries.some((one) => isNamed(one, names))
      const listed = await given.eventually(() => listItemsOf(context, product), isThere)
      assume(isThere(listed) || listed.complete, 'the list of items was too long to be read to its end')
      return { names, ...listed }
    })
    const all = requireNames(places)
    await each(places, async ({ names, answer: list, entries: listed }) =>
      verify('BULK-01', list).showsText(nameIn(all, names), { in: listed, hint }),
    )
  },
)

/** A place for one entry of a bulk, and what its list shows afterwards. */
interface Place {
  readonly names: readonly string[]
  readonly entries: readonly Entry[]
  readonly answer: Exchange
}

/** What all the places show. lawful: records that have no names, or show them otherwise than sent */
function requireNames(places: readonly Place[]): readonly Entry[] {
  const all = places.flatMap(({ entries }) => entries)
  const isShown = places.some(({ names }) => all.some((entry) => isNamed(entry, names)))
  assume(isShown, 'the lists did not show the names that were sent')
  return all
}

/** Of the names of an entry the one that is shown, wherever. */
function nameIn(entries: readonly Entry[], names: readonly string[]): string {
  return names.find((name) => isNamed(entries, [name])) ?? names[0] ?? ''
}

/** An entry of a bulk for a place. Where the place stands once for all of them, what an entry says of it may be passed over. */
function entryNaming(id: string, body: unknown) {
  const [entry = {}] = entriesIn(body)
  const names = (part: unknown): boolean => JSON.stringify(part).includes(id)
  const isNamedInIt = names(entry) && !names(withoutPlace(withEntries(body, []), id))
  assume(isNamedInIt, 'the body had no id of the place in the entries of the bulk')
  return { id, entry }
}

/** A body that may name a place twice, around its entries and in each of them: without the first. */
function withoutPlace(body: unknown, id: string): unknown {
  return isRecord(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== id)) : body
}

/** lawful: a job may find out later that it misses a place for all of its entries */
function isDone({ status, json }: Exchange): boolean {
  return succeeded({ status }) && status !== 202 && status !== 207 && !isJob(json)
}
