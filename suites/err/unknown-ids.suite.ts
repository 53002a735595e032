import { randomUUID } from 'node:crypto'
import { errorCodeOf, propertyTypes, requestById, scenario, type Claims, type Exchange } from '#suite'
import { jsonWrite } from '../subjects/json-writes.ts'
import { requestOfNothing } from '../subjects/request-of-nothing.ts'

/** lawful: `not_found`, or the code of a resource's own, of which the contract gives an example; its words may be joined otherwise. */
const notFound = /^not_found$|[a-z][-_.:]?not[-_.:]?found$/i

const reads = [
  ['ERR-06', 'getWorkspace'],
  ['ERR-07', 'getProduct'],
  ['ERR-08', 'getItem'],
  ['ERR-09', 'getProperty'],
  ['ERR-10', 'getFile'],
  ['ERR-10', 'downloadFile'],
] as const

for (const [id, endpoint] of reads)
  scenario(`${endpoint} answers an unknown id with 404`, { verifies: [id] }, async (context) => {
    const answer = await requestOfNothing(context, endpoint)
    isNotFound(context.verify(id, answer), answer)
  })

for (const type of propertyTypes)
  scenario(
    `an unknown property is not found under the type hint ${type}`,
    { verifies: ['ERR-09'] },
    async ({ given, verify }) => {
      const answer = await given.read('property', given.unknownId(), { query: { type } })
      isNotFound(verify('ERR-09', answer), answer)
    },
  )

const deletions = [
  ['ERR-07', 'deleteProduct'],
  ['ERR-08', 'deleteItem'],
  ['ERR-09', 'deleteProperty'],
] as const

for (const [id, endpoint] of deletions)
  scenario(`${endpoint} answers an unknown id with 404`, { verifies: [id], needs: ['write'] }, async (context) => {
    const answer = await requestOfNothing(context, endpoint)
    isNotFound(context.verify(id, answer), answer)
  })

const updates = [
  ['ERR-07', 'updateProduct', 'updating a product'],
  ['ERR-08', 'updateItem', 'updating an item'],
  ['ERR-09', 'updateProperty', 'updating a property'],
  ['ERR-10', 'updateFile', 'updating a file'],
] as const

for (const [id, endpoint, what] of updates)
  scenario(`${endpoint} answers an unknown id with 404`, { verifies: [id], needs: ['write'] }, async (context) => {
    const { body } = await jsonWrite(what, context)
    const answer = await context.api.raw({ ...requestById(endpoint, randomUUID()), json: await body() })
    isNotFound(context.verify(id, answer), answer)
  })

/** A 404, and its code where the body has one: a body without is a breach of its own. */
function isNotFound(claims: Claims, answer: Exchange): void {
  claims.hasStatus(404)
  const code = errorCodeOf(answer)
  if (code === undefined || code === '') return
  claims.that({
    claim: `${answer.endpoint} answers an unknown id with the code of what is not found`,
    holds: notFound.test(code),
    expected: 'not_found, or a code of the resource that ends in it',
    received: code,
  })
}
