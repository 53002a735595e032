import { assume, each, isRecord, scenario, show, type Claim, type Exchange } from '#suite'

const singles = [
  { what: 'workspace', list: 'workspaces', endpoint: 'getWorkspace', givenBy: 'WS-03' },
  { what: 'product', list: 'products', endpoint: 'getProduct', givenBy: 'PROD-19' },
  { what: 'item', list: 'items', endpoint: 'getItem', givenBy: 'ITEM-05' },
  { what: 'property', list: 'properties', endpoint: 'getProperty', givenBy: 'PROP-26' },
  { what: 'file', list: 'files', endpoint: 'getFile', givenBy: 'FILE-09' },
] as const

/** What would show nothing of a list of one, or be refused by a list. */
const oddPages: ReadonlyArray<Readonly<Record<string, number>>> = [
  { limit: 1, offset: 1 },
  { limit: 0 },
  { limit: 1000 },
  { offset: -1 },
]

for (const { what, list, endpoint, givenBy } of singles)
  scenario(`a single ${what} is not paged`, { verifies: ['PAGE-19'] }, async ({ api, given, verify }) => {
    const id = await given.listedId(list)
    const read = (query: Readonly<Record<string, number>>): Promise<Exchange> =>
      api.raw({ method: 'GET', path: `/v1/public/${list}/${encodeURIComponent(id.toWellFormed())}`, endpoint, query })
    const plain = given.requireSuccess(await read({}), givenBy)
    const claim = `a single ${what} comes without an envelope`
    const criterion = { kind: 'field', name: 'id', shown: true } as const
    const holds = !isEnvelope(plain.json)
    verify('PAGE-19', plain).that({ claim, holds, expected: 'the record', received: 'a page', criterion })
    // A target may refuse parameters that it does not know: then these are unknown, and it does not page.
    const paged = await read({ limit: 1, offset: 0 })
    assume(paged.status < 400 || paged.status >= 500)
    await each(oddPages, async (query) => {
      const answer = await read(query)
      // lawful: others may have deleted it meanwhile.
      assume(answer.status !== 404 || (await read({})).status !== 404)
      verify('PAGE-19', answer).that(isAsPlain(what, { plain, answer }))
    })
  })

interface Reads {
  readonly plain: Exchange
  readonly answer: Exchange
}

function isAsPlain(what: string, { plain, answer }: Reads): Claim {
  const [expected, received] = [idIn(plain.json), idIn(answer.json)]
  const isAnswered = answer.status === plain.status
  return {
    claim: `limit and offset do not matter to a single ${what}`,
    holds: isAnswered && received === expected,
    expected: `${plain.status} and ${show(expected)}`,
    received: `${answer.status} and ${show(received)}`,
    criterion: isAnswered ? { kind: 'same', expected, received } : { kind: 'status', lawful: [plain.status] },
  }
}

/** lawful: a record with fields of these names, such as the parts of a product and their number; it has an id of its own. */
function isEnvelope(json: unknown): boolean {
  return isRecord(json) && idIn(json) === undefined && Array.isArray(json['items']) && 'count' in json
}

function idIn(json: unknown): unknown {
  const id = isRecord(json) ? json['id'] : undefined
  return typeof id === 'string' ? id.toLowerCase() : id
}
