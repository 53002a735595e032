import { endpoints, errorCodeOf, propertyTypes, requestById, scenario, drawId } from '#suite'
import type { Claims, EndpointId, Exchange, Sources } from '#suite'
import { jsonWrite, type JsonWriteName } from '../shared/json-writes.ts'
import { requestOfNothing } from '../shared/request-of-nothing.ts'

/** lawful: `not_found`, or the code of a resource's own, of which the contract gives an example; its words may be joined otherwise. */
const notFound = /^not_found$|[a-z][-_.:]?not[-_.:]?found$/i

type Ask = (context: Sources, endpoint: EndpointId) => Promise<Exchange>

/** Sends what is accepted if the id is known: nothing but the id may be refused. */
function updateOfNothing(what: JsonWriteName): Ask {
  return async (context, endpoint) => {
    const { body } = await jsonWrite(what, context)
    return context.api.raw({ ...requestById(endpoint, drawId()), json: await body() })
  }
}

const unknown = [
  { id: 'ERR-06', endpoint: 'getWorkspace', sendRequest: requestOfNothing },
  { id: 'ERR-07', endpoint: 'getProduct', sendRequest: requestOfNothing },
  { id: 'ERR-08', endpoint: 'getItem', sendRequest: requestOfNothing },
  { id: 'ERR-09', endpoint: 'getProperty', sendRequest: requestOfNothing },
  { id: 'ERR-10', endpoint: 'getFile', sendRequest: requestOfNothing },
  { id: 'ERR-10', endpoint: 'downloadFile', sendRequest: requestOfNothing },
  { id: 'ERR-07', endpoint: 'deleteProduct', sendRequest: requestOfNothing },
  { id: 'ERR-08', endpoint: 'deleteItem', sendRequest: requestOfNothing },
  { id: 'ERR-09', endpoint: 'deleteProperty', sendRequest: requestOfNothing },
  { id: 'ERR-07', endpoint: 'updateProduct', sendRequest: updateOfNothing('updating a product') },
  { id: 'ERR-08', endpoint: 'updateItem', sendRequest: updateOfNothing('updating an item') },
  { id: 'ERR-09', endpoint: 'updateProperty', sendRequest: updateOfNothing('updating a property') },
  { id: 'ERR-10', endpoint: 'updateFile', sendRequest: updateOfNothing('updating a file') },
] as const

for (const { id, endpoint, sendRequest } of unknown)
  scenario(
    `${endpoint} answers an unknown id with 404`,
    { verifies: [id], needs: endpoints[endpoint].method === 'GET' ? [] : ['write'] },
    async (context) => {
      const answer = await sendRequest(context, endpoint)
      expectNotFound(context.verify(id, answer), answer)
    },
  )

// lawful: of items and properties the contract does not show whether an update of nothing is accepted
const emptyUpdates = [
  { id: 'ERR-07', endpoint: 'updateProduct' },
  { id: 'ERR-10', endpoint: 'updateFile' },
] as const

for (const { id, endpoint } of emptyUpdates)
  scenario(
    `${endpoint} with an empty body answers an unknown id with 404`,
    { verifies: [id], needs: ['write'] },
    async (context) => {
      const answer = await context.api.raw({ ...requestById(endpoint, drawId()), json: {} })
      expectNotFound(context.verify(id, answer), answer)
    },
  )

/** What a read of an unknown id is asked for with: it leads nowhere, whatever it is looked for by. */
const asked = [
  ...[...propertyTypes.map((type) => ({ type })), { version: 1 }, { version: 'baseline' }].map((query) => ({
    id: 'ERR-09' as const,
    endpoint: 'getProperty' as const,
    query,
  })),
  { id: 'ERR-10', endpoint: 'downloadFile', query: { format: 'pdf' } },
] as const

for (const { id, endpoint, query } of asked)
  scenario(
    `${endpoint} with ${Object.entries(query).join(' ').replace(',', '=')} answers an unknown id with 404`,
    { verifies: [id] },
    async ({ api, given, verify }) => {
      const answer = await api.raw({ ...requestById(endpoint, given.unknownId()), query })
      expectNotFound(verify(id, answer), answer)
    },
  )

/** A 404, and its code if the body has one: a body without is a breach of its own. */
function expectNotFound(claims: Claims, answer: Exchange): void {
  claims.hasStatus(404)
  const code = errorCodeOf(answer) ?? ''
  claims.that({
    where: code !== '',
    claim: `${answer.endpoint} answers an unknown id with the code not_found`,
    holds: notFound.test(code),
    expected: 'not_found, or a more specific code that ends in not_found',
    received: code,
  })
}
