import { assume, entriesOf, entryKeys, isRecord, listNames, lists, requestOf, scenario } from '#suite'
import type { ListWindow, Api, Claim, Entry, Exchange } from '#suite'
import { thinnedNames, thinnedWindow } from './thinned-lists.ts'

const readings = 4
const attempts = 3

for (const name of listNames)
  scenario(
    `${requestOf(lists[name].endpoint)} keeps its order in identical reads`,
    { verifies: ['PAGE-17'], serial: true },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      assume(window.keys.length >= 2, {
        reason: 'missing-fixture',
        cause: `the list of ${name} had fewer than two entries`,
      })
      const pages = await readSeveralTimes(api, window)
      verify('PAGE-17', pages.at(-1)).that(hasOneOrder(`the list of ${name}`, pages))
    },
  )

// A thinned list is what is left of entries that the run created: two were deleted. Entries of one name have no order by it: what the
// list is sorted by beside the name shows among them alone.
for (const name of thinnedNames)
  scenario(
    `${requestOf(lists[name].endpoint)} of records of this run keeps its order in identical reads`,
    { verifies: ['PAGE-17'], needs: ['write'] },
    async (context) => {
      const window = await thinnedWindow(name, context)
      assume(window.keys.length >= 2, `the list of ${name} showed fewer than two entries`)
      const pages = await readSeveralTimes(context.api, window)
      context.verify('PAGE-17', pages.at(-1)).that(hasOneOrder(`a list of ${name} of this run`, pages))
    },
  )

/** lawful: a list may be sorted by what others change meanwhile; only what turns again and again is out of order. */
function hasOneOrder(what: string, pages: readonly Exchange[]): Claim {
  return {
    claim: `identical reads of ${what} return the same order`,
    holds: turnsIn(pages) < 2,
    expected: `one order in ${readings} reads`,
    received: `another order ${turnsIn(pages)} times`,
    criterion: { kind: 'order' },
  }
}

/** The page, read five times in a row; of three such attempts the one in which the order changed least often. */
async function readSeveralTimes(api: Api, window: ListWindow): Promise<readonly Exchange[]> {
  let steadiest: readonly Exchange[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // The window has read the same before.
    const pages = attempt === 0 ? [window.first] : []
    while (pages.length < readings) pages.push(await window.ask(api, { limit: 200, offset: 0 }))
    if (attempt === 0 || turnsIn(pages) < turnsIn(steadiest)) steadiest = pages
    if (turnsIn(steadiest) < 2) break
  }
  return steadiest
}

/** How often the order changed from one read to the next. */
function turnsIn(pages: readonly Exchange[]): number {
  return pages.filter((page, index) => {
    const before = pages[index - 1]
    if (before === undefined) return false
    const lasting = unchangedKeys(before, page)
    const orderOf = (one: Exchange): readonly string[] => entryKeys(one).filter((key) => lasting.has(key))
    return isTurned(orderOf(before), orderOf(page))
  }).length
}

/** The entries that two pages show alike: what somebody changes in between may find another place. */
function unchangedKeys(before: Exchange, after: Exchange): ReadonlySet<string> {
  const then = changeMarks(before)
  return new Set([...changeMarks(after)].filter(([key, mark]) => then.get(key) === mark).map(([key]) => key))
}

function changeMarks(page: Exchange): ReadonlyMap<string, string> {
  const keys = entryKeys(page)
  return new Map(entriesOf(page).map((entry, index) => [keys[index] ?? '', changeMark(entry)]))
}

function changeMark(entry: Entry): string {
  const { updatedAt, name, description, userTitle } = entry
  return JSON.stringify(updatedAt ?? [name, description, userTitle])
}

/** What comes or goes meanwhile leaves the others in their order. */
function isTurned(before: readonly string[], after: readonly string[]): boolean {
  const places = new Map([...new Set(before)].map((key, index) => [key, index]))
  // An entry that stands there twice is no matter of the order.
  const common = [...new Set(after)].flatMap((key) => places.get(key) ?? [])
  return common.some((place, index) => place < (common[index - 1] ?? -1))
}

for (const name of listNames)
  scenario(
    `the order of ${requestOf(lists[name].endpoint)} is observed`,
    { verifies: ['PAGE-21'], serial: true },
    async ({ given, observe }) => {
      const window = await given.listWindow(name)
      const order = seemingOrder(window.entries)
      assume(order !== undefined)
      observe('PAGE-21', `${name} sorted by`, order)
    },
  )

/** Fields that lists are commonly sorted by. */
const candidates = [
  'createdAt',
  'updatedAt',
  'uploadedAt',
  'uploaded_at',
  'name',
  'readable_id',
  'userName',
  'id',
] as const
/** In a shorter list, some field may be sorted by chance. */
const fewest = 5

/** By what a list seems to be sorted, and which way; nothing if it is too short to tell. */
function seemingOrder(entries: readonly unknown[]): string | undefined {
  const records = entries.filter(isRecord)
  if (records.length < fewest) return undefined
  const orders = candidates.flatMap((field) => {
    const values = records.map((record) => record[field]).filter((value) => typeof value === 'string')
    return values.length < records.length ? [] : directionsOf(values).map((direction) => `${field} ${direction}`)
  })
  return orders[0] ?? 'none of the usual fields'
}

function directionsOf(values: readonly string[]): readonly string[] {
  if (values.every((value) => value === values[0])) return []
  const pairs = values.slice(1).map((value, index) => [values[index] ?? '', value] as const)
  if (pairs.every(([one, next]) => one <= next)) return ['ascending']
  return pairs.every(([one, next]) => one >= next) ? ['descending'] : []
}
