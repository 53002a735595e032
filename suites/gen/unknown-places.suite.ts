import { assume, lists, roleOf, scenario, type CheckContext } from '#suite'

const hint = 'ignored filter: an unknown id seems to be treated as if no id was sent'

type ListQuery = Awaited<ReturnType<CheckContext['given']['listQuery']>>

/** Lists by their place, and what else they are asked for: each filter may be looked up where the place is forgotten. */
const rows = [
  { get: 'GET /products', list: 'products', of: 'workspace', id: 'PROD-35', more: {} },
  { get: 'GET /items', list: 'items', of: 'product', id: 'ITEM-14', more: {} },
  { get: 'GET /properties', list: 'properties', of: 'item', id: 'PROP-19', more: {} },
  { get: 'GET /properties?type=text', list: 'properties', of: 'item', id: 'PROP-19', more: { type: 'text' } },
  {
    get: 'GET /properties?includeDeleted=true',
    list: 'properties',
    of: 'item',
    id: 'PROP-19',
    more: { includeDeleted: 'true' },
  },
] as const

for (const { get, list, of, id, more } of rows)
  scenario(`${get} filtered by an unknown ${of} lists nothing`, { verifies: [id] }, async ({ api, given, verify }) => {
    // There is something that could be listed.
    await given.listedId(list)
    const known = await given.listQuery(list)
    const place = Object.keys(known).filter((name) => roleOf([name]) === of)
    assume(place.length > 0, `the list of ${list} had no parameter for the ${of}`)
    const query = { ...known, ...more, ...unknown(place, given.unknownId()) }
    const answer = await api.send(lists[list].endpoint, { query })
    verify(id, answer).hasEntries({ most: 0 }, { mayRefuse: true, hint })
  })

function unknown(place: readonly string[], id: string): ListQuery {
  return Object.fromEntries(place.map((name) => [name, id]))
}
