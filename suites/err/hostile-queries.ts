import { fewHostileQueries, hostileQueries, listNames, lists, type EndpointId } from '#suite'

const everyList: readonly EndpointId[] = listNames.map((name) => lists[name].endpoint)

/** The endpoints that read queries. */
export const queried: readonly EndpointId[] = [...everyList, 'getProperty', 'downloadFile']

/** Who reads a parameter, if not every list does. */
const readers: ReadonlyMap<string, readonly EndpointId[]> = new Map<string, readonly EndpointId[]>([
  ['q', ['listProducts']],
  ['version', ['listProperties', 'getProperty', 'downloadFile']],
  ['type', ['listProperties', 'getProperty']],
  ['includeDeleted', ['listProperties']],
  ['format', ['downloadFile']],
  ['product_id', ['downloadFile']],
  ['workspace_id', ['listProducts']],
  ['item_id', ['listProperties']],
])

/** The hostile queries of an endpoint: those of its own parameters, the telling ones of paging, and a share of all others. */
export function hostileQueriesOf(endpoint: EndpointId): readonly string[] {
  return hostileQueries.filter((query, index) => {
    const [parameter = ''] = /^\w+/u.exec(query) ?? []
    const isPaging = /^(?:limit|offset)$/u.test(parameter) && everyList.includes(endpoint)
    const its = readers.get(parameter)
    if (its?.includes(endpoint) === true) return true
    if (isPaging && fewHostileQueries.includes(query)) return true
    const isOfOthers = its !== undefined && !fewHostileQueries.includes(query)
    return !isOfOthers && queried[index % queried.length] === endpoint
  })
}
