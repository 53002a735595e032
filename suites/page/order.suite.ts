import { entryKeys, listNames, scenario, type Api, type Exchange, type ListWindow } from '#suite'
import { seemingOrder } from './seeming-order.ts'

const readings = 5
const attempts = 3

for (const name of listNames)
  scenario(
    `the list of ${name} keeps its order between identical reads`,
    { verifies: ['PAGE-17'], causedBy: ['WS-04'], serial: true },
    async ({ api, given, verify }) => {
      const window = await given.listWindow(name)
      if (window.keys.length < 2)
        given.untestable({ reason: 'missing-fixture', cause: `the list of ${name} has no two entries to be in order` })
      const pages = await steadiestReadings(api, window)
      verify('PAGE-17', pages.at(-1)).that({
        claim: `identical reads of the list of ${name} give the same order`,
        holds: turnsIn(pages) === 0,
        expected: `one order in ${readings} reads`,
        received: `another order ${turnsIn(pages)} times`,
      })
    },
  )

/** A list sorted by change lawfully turns when somebody changes an entry: only what turns again and again is out of order. */
async function steadiestReadings(api: Api, window: ListWindow): Promise<readonly Exchange[]> {
  let steadiest: readonly Exchange[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const pages: Exchange[] = []
    for (let reading = 0; reading < readings; reading += 1) pages.push(await window.ask(api, { limit: 200, offset: 0 }))
    if (attempt === 0 || turnsIn(pages) < turnsIn(steadiest)) steadiest = pages
    if (turnsIn(steadiest) === 0) break
  }
  return steadiest
}

/** How often the order changed from one read to the next. */
function turnsIn(pages: readonly Exchange[]): number {
  const orders = pages.map((page) => entryKeys(page))
  return orders.filter((order, index) => {
    const before = orders[index - 1]
    return before !== undefined && isTurned(before, order)
  }).length
}

/** What comes or goes meanwhile leaves the others in their order. */
function isTurned(before: readonly string[], after: readonly string[]): boolean {
  const places = new Map(before.map((key, index) => [key, index]))
  const common = after.flatMap((key) => places.get(key) ?? [])
  return common.some((place, index) => place < (common[index - 1] ?? -1))
}

for (const name of listNames)
  scenario(
    `the list of ${name} seems to be sorted by something`,
    { verifies: ['PAGE-21'], serial: true },
    async ({ given, observe }) => {
      const window = await given.listWindow(name)
      const order = seemingOrder(window.entries)
      if (order !== undefined) observe('PAGE-21', `${name} sorted by`, order)
    },
  )
