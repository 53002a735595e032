import { isRecord, scenario, type Exchange } from '#suite'

const needs = ['write'] as const
/** Products of a page that are also read by id. */
const readById = 5

scenario(
  'a product tells the workspace that it is in, wherever it is shown',
  { verifies: ['PROD-03'], needs, causedBy: ['PROD-18'] },
  async ({ api, given, verify }) => {
    for (const workspaceId of await given.twoWorkspaces()) {
      const { id, body } = await given.product({ workspace_id: workspaceId })
      const read = await given.readProduct(id)
      const updated = given.requireSuccess(await given.update(id, { description: 'changed' }), 'PROD-41')
      const { exchange: filtered } = await given.search(workspaceId, body.name)
      const unfiltered = await api.send('listProducts', { query: { q: body.name, limit: 200 } })
      const own = [filtered, unfiltered].flatMap((list) =>
        given.entriesOf(list).filter((entry) => String(entry['id']).toLowerCase() === id.toLowerCase()),
      )
      for (const record of [read.json, updated.json, ...own])
        verify('PROD-03', filtered).that({
          claim: 'a product shows the workspace that it was created in',
          holds: workspaceOf(record) === workspaceId.toLowerCase(),
          expected: workspaceId,
          received: String(workspaceOf(record)),
        })
    }
  },
)

scenario(
  'a product tells the same workspace in lists and by id',
  { verifies: ['PROD-03'], causedBy: ['PROD-35'] },
  async ({ api, given, verify }) => {
    const [workspaceId] = await given.workspaces()
    if (workspaceId === undefined) return
    const lists = await Promise.all([
      given.listProducts(workspaceId, { query: { limit: readById } }),
      api.send('listProducts', { query: { limit: readById } }),
    ])
    for (const [index, list] of lists.entries())
      for (const entry of given.entriesOf(list)) {
        const isAsked = workspaceOf(entry) === workspaceId.toLowerCase()
        if (index === 0)
          verify('PROD-03', list).that({
            claim: 'an entry of a workspace’s list shows that workspace',
            holds: isAsked,
            expected: workspaceId,
            received: String(workspaceOf(entry)),
          })
        const read = await api.send('getProduct', { path: { product_id: String(entry['id']) } })
        // Others may delete it meanwhile.
        if (read.status === 200)
          verify('PROD-03', read).that({
            claim: 'a product shows the same workspace in a list and by id',
            holds: workspaceOf(entry) === workspaceOf(read.json),
            expected: String(workspaceOf(entry)),
            received: String(workspaceOf(read.json)),
          })
      }
  },
)

scenario(
  'a product without optional fields shows none',
  { verifies: ['PROD-05'], needs },
  async ({ given, verify }) => {
    const { id, body, exchange, workspaceId } = await given.product()
    const read = await given.readProduct(id)
    const updated = given.requireSuccess(await given.update(id, { name: `${body.name} changed` }), 'PROD-41')
    const { exchange: list } = await given.search(workspaceId, body.name)
    const entries = given.entriesOf(list).filter((entry) => String(entry['id']).toLowerCase() === id.toLowerCase())
    const answers: ReadonlyArray<readonly [Exchange, unknown]> = [
      [exchange, exchange.json],
      [read, read.json],
      [updated, updated.json],
      ...entries.map((entry) => [list, entry] as const),
    ]
    for (const [answer, record] of answers)
      verify('PROD-05', answer).equals({
        claim: 'what is unset is left out',
        expected: [],
        received: ['description', 'part_number', 'partNumber'].filter((field) => isRecord(record) && field in record),
      })
  },
)

function workspaceOf(record: unknown): string | undefined {
  const id = isRecord(record) ? record['workspace_id'] : undefined
  return typeof id === 'string' ? id.toLowerCase() : undefined
}
