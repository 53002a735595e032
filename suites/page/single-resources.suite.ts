import { assume, each, fieldOf, isRecord, requestOf, scenario, type Exchange, rejected } from '#suite'

const singles = [
  { list: 'workspaces', endpoint: 'getWorkspace', givenBy: 'WS-03' },
  { list: 'products', endpoint: 'getProduct', givenBy: 'PROD-19' },
  { list: 'items', endpoint: 'getItem', givenBy: 'ITEM-05' },
  { list: 'properties', endpoint: 'getProperty', givenBy: 'PROP-26' },
  { list: 'files', endpoint: 'getFile', givenBy: 'FILE-09' },
] as const

/** What would show nothing of a list of one, or be refused by a list. */
const oddPages: ReadonlyArray<Readonly<Record<string, number>>> = [
  { limit: 1000, offset: 1 },
  { limit: 0, offset: -1 },
]

for (const { list, endpoint, givenBy } of singles)
  scenario(`${requestOf(endpoint)} is not paginated`, { verifies: ['PAGE-19'] }, async ({ api, given, verify }) => {
    const id = await given.listedId(list)
    const read = (query: Readonly<Record<string, number>>): Promise<Exchange> =>
      api.raw({ method: 'GET', path: `/v1/public/${list}/${encodeURIComponent(id.toWellFormed())}`, endpoint, query })
    const plain = given.requireSuccess(await read({}), givenBy)
    // A record without an id, in no envelope, has a rule of its own.
    verify('PAGE-19', plain).has('id', { where: isEnvelope(plain.json) || fieldOf(plain, 'id') !== undefined })
    await each(oddPages, async (query) => {
      const answer = await read(query)
      // lawful: parameters that a target does not know may be refused, and then it does not page
      assume(!rejected(answer) || !rejected(await read({ limit: 1, offset: 0 })))
      // lawful: others may have deleted it meanwhile.
      assume(answer.status !== 404 || (await read({})).status !== 404)
      verify('PAGE-19', answer).hasStatus(plain.status, { beside: [plain] })
      verify('PAGE-19', answer).shows({ id: fieldOf(plain, 'id') }, { beside: [plain] })
    })
  })

/** lawful: a record with fields of these names, such as the parts of a product and their number; it has an id of its own. */
function isEnvelope(json: unknown): boolean {
  return isRecord(json) && json['id'] === undefined && Array.isArray(json['items']) && 'count' in json
}
