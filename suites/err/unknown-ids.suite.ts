import { endpoints, errorCodeOf, propertyTypes, requestById, scenario, drawId, requestOf } from '#suite'
import type { Claims, Exchange } from '#suite'
import { jsonWrite } from '../shared/json-writes.ts'
import { requestUnknownId } from '../shared/request-unknown-id.ts'

// `requestUnknownId` sends the request of an endpoint with a random id, once per session.

/** lawful: `not_found`, or the code of a resource's own, of which the contract gives an example; its words may be joined otherwise. */
const notFound = /^not_found$|[a-z][-_.:]?not[-_.:]?found$/i

const readsAndDeletions = [
  { id: 'ERR-06', endpoint: 'getWorkspace' },
  { id: 'ERR-07', endpoint: 'getProduct' },
  { id: 'ERR-08', endpoint: 'getItem' },
  { id: 'ERR-09', endpoint: 'getProperty' },
  { id: 'ERR-10', endpoint: 'getFile' },
  { id: 'ERR-10', endpoint: 'downloadFile' },
  { id: 'ERR-07', endpoint: 'deleteProduct' },
  { id: 'ERR-08', endpoint: 'deleteItem' },
  { id: 'ERR-09', endpoint: 'deleteProperty' },
] as const

for (const { id, endpoint } of readsAndDeletions)
  scenario(
    `${requestOf(endpoint)} answers an unknown id with 404`,
    { verifies: [id], needs: endpoints[endpoint].method === 'GET' ? [] : ['write'] },
    async (context) => {
      const answer = await requestUnknownId(endpoint, context)
      expectNotFound(context.verify(id, answer), answer)
    },
  )

const updates = [
  { id: 'ERR-07', endpoint: 'updateProduct', write: 'updating a product' },
  { id: 'ERR-08', endpoint: 'updateItem', write: 'updating an item' },
  { id: 'ERR-09', endpoint: 'updateProperty', write: 'updating a property' },
  { id: 'ERR-10', endpoint: 'updateFile', write: 'updating a file' },
] as const

for (const { id, endpoint, write } of updates)
  scenario(
    `${requestOf(endpoint)} answers an unknown id with 404`,
    { verifies: [id], needs: ['write'] },
    async (context) => {
      // A body that an existing record accepts: nothing but the id is wrong.
      const { body } = await jsonWrite(write, context)
      const answer = await context.api.raw({ ...requestById(endpoint, drawId()), json: await body() })
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
    `${requestOf(endpoint)} with an empty body answers an unknown id with 404`,
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
    `${requestOf(endpoint)} with ${Object.entries(query).join(' ').replace(',', '=')} answers an unknown id with 404`,
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
  const request = answer.endpoint === undefined ? 'a request' : requestOf(answer.endpoint)
  claims.that({
    where: code !== '',
    claim: `${request} answers an unknown id with the code not_found`,
    holds: notFound.test(code),
    expected: 'not_found, or a more specific code that ends in not_found',
    received: code,
  })
}
