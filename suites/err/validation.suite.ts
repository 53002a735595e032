import {
  assume,
  errorCodeOf,
  scenario,
  each,
  rejected,
  listNames,
  lists,
  textField,
  shownIdsOf,
  requestOf,
} from '#suite'
import type { EndpointId, Sources, Exchange, ListName, MadeItem } from '#suite'
import { type NamedRefusal, typicalRejection, withErrorCode, withLocations } from '../shared/named-refusals.ts'
import { listWith, listWithWrong } from '../shared/list-with-parameters.ts'
import { requestWithEmptyBody } from '../shared/request-with-empty-body.ts'
import { sharedItem } from '../shared/shared-place.ts'

/** A request with one thing wrong, and the name of what is wrong. */
interface InvalidRequest {
  readonly names: string
  readonly broken: string
  readonly send: () => Promise<Exchange>
}

const badPages = [
  { names: 'limit', query: { limit: '201' }, broken: 'limit 201' },
  { names: 'limit', query: { limit: 'abc' }, broken: 'limit abc' },
  { names: 'offset', query: { offset: '-1' }, broken: 'offset -1' },
  { names: 'offset', query: { offset: 'abc' }, broken: 'offset abc' },
] as const

const badFilters = [
  { names: 'type', query: { type: 'nonsense' }, broken: 'no such type' },
  { names: 'version', query: { version: 'latest' }, broken: 'no such version' },
] as const

type InvalidQuery = (typeof badPages)[number] | (typeof badFilters)[number]

/** What PAGE asks for as well is asked for once. */
function toList(name: ListName, queries: readonly InvalidQuery[]) {
  return async (sources: Sources): Promise<readonly InvalidRequest[]> => {
    // Without an item or a product to ask for, the list itself may be refused, for another reason.
    sources.given.requireSuccess(await listWith(name, {}, sources), lists[name].answeredBy)
    return queries.map(({ names, query, broken }) => ({
      names,
      broken,
      send: () => listWithWrong(name, { parameters: {}, wrong: query }, sources),
    }))
  }
}

/** Invalid queries of the endpoints that read, by endpoint; each list is asked for with all that it needs. */
const invalidQueries: ReadonlyArray<readonly [EndpointId, (sources: Sources) => Promise<readonly InvalidRequest[]>]> = [
  ...listNames.map(
    (name) =>
      [lists[name].endpoint, toList(name, name === 'properties' ? [...badPages, ...badFilters] : badPages)] as const,
  ),
  ['getProperty', invalidReads],
]

async function invalidReads(sources: Sources): Promise<readonly InvalidRequest[]> {
  const { api } = sources
  const property_id = await someProperty(sources)
  return badFilters.map(({ names, query, broken }) => ({
    names,
    broken,
    send: () => api.send('getProperty', { path: { property_id }, query, broken }),
  }))
}

/** A product to list the items of: one that is there, or an own one. */
async function someProduct({ given, session }: Sources): Promise<string> {
  const listed = await given.listProducts(await given.workspace(), { query: { limit: 1 } })
  const [first] = shownIdsOf(listed)
  if (first !== undefined) return first
  if (session.configuration.mode === 'read-write') return (await given.product()).id
  return textField(listed, 'id', 'PROD-20')
}

/** An item to list the properties of: an own one where writes are allowed, else one that is there. */
async function someItem(sources: Sources): Promise<string> {
  const { api, given, session } = sources
  if (session.configuration.mode === 'read-write') return (await ownItem(sources)).id
  const needed = await session.dialect.listQuery('listItems', { productId: await someProduct(sources) })
  const [first] = shownIdsOf(await api.send('listItems', { query: { ...needed, limit: 1 } }))
  if (first !== undefined) return first
  return given.untestable({
    reason: 'missing-fixture',
    remedy: 'allow writes (--allow-writes), so that the run can create an item: the first product has none',
  })
}

const ownItem = (sources: Sources): Promise<MadeItem> => sharedItem(sources, 'invalid queries')

/** A property to read: an own one where writes are allowed, else one that is there. */
async function someProperty(sources: Sources): Promise<string> {
  const { given, session } = sources
  if (session.configuration.mode === 'read-write')
    return (await given.property('text', { item: await ownItem(sources) })).id
  const [first] = shownIdsOf(await given.listProperties(await someItem(sources), { query: { limit: 1 } }))
  if (first !== undefined) return first
  return given.untestable({
    reason: 'missing-fixture',
    remedy: 'allow writes (--allow-writes), so that the run can create a property: the first item has none',
  })
}

// `refusals` sends the endpoint each of its `invalidQueries` once per session.
for (const [endpoint, invalidRequests] of invalidQueries) {
  scenario(
    `${requestOf(endpoint)} answers an invalid query with 422 validation_error`,
    { verifies: ['ERR-03'] },
    async (context) => {
      const refused = await refusals(endpoint, invalidRequests, context)
      context
        .verify('ERR-03', typicalRejection(refused))
        .hasStatus(422, { of: `${requestOf(endpoint)} with an invalid query` })
      context.verify('ERR-03', withErrorCode(refused)).hasCode('validation_error')
    },
  )

  scenario(`${requestOf(endpoint)} names the invalid query parameter`, { verifies: ['ERR-05'] }, async (context) => {
    await each(withLocations(await refusals(endpoint, invalidRequests, context)), async ({ names, answer }) =>
      context.verify('ERR-05', answer).locates(names),
    )
  })
}

for (const endpoint of ['createItem', 'createProperty', 'createItemsInBulk', 'createPropertiesInBulk'] as const)
  scenario(
    `a 422 to ${requestOf(endpoint)} with an empty body has the code validation_error`,
    { verifies: ['ERR-03'], needs: ['write'] },
    async (context) => {
      const answer = await requestWithEmptyBody(endpoint, context)
      assume(
        answer.status === 422 && errorCodeOf(answer) !== undefined,
        `the target did not answer an empty body to ${requestOf(endpoint)} with 422 and an error code`,
      )
      context.verify('ERR-03', answer).hasCode('validation_error', { where: errorCodeOf(answer) !== '' })
    },
  )

/** The answers that refuse, of one sending for both rules. What is accepted though it is invalid has rules of its own. */
async function refusals(
  endpoint: EndpointId,
  invalidRequests: (sources: Sources) => Promise<readonly InvalidRequest[]>,
  sources: Sources,
): Promise<readonly NamedRefusal[]> {
  const answers = await sources.session.shared(`invalid requests to ${endpoint}`, async () => {
    const sent: NamedRefusal[] = []
    for (const { names, send } of await invalidRequests(sources)) sent.push({ names, answer: await send() })
    return sent
  })
  // Where access or the endpoint itself is rejected, nothing was said about what is wrong in the request.
  const refused = answers.filter(({ answer }) => rejected(answer) && ![401, 403, 404, 405].includes(answer.status))
  if (refused.length > 0) return refused
  return sources.given.untestable({
    reason: 'blocked',
    cause: `the target rejected no invalid query of ${requestOf(endpoint)}`,
  })
}
