import { randomUUID } from 'node:crypto'
import { errorCodeOf, propertyTypes, requestById, scenario, type Claims, type Exchange } from '#suite'

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
  scenario(`${endpoint} answers an unknown id with 404`, { verifies: [id] }, async ({ api, verify }) => {
    const answer = await api.raw(requestById(endpoint, randomUUID()))
    isNotFound(verify(id, answer), answer)
  })

scenario(
  'an unknown property is not found under any type hint',
  { verifies: ['ERR-09'] },
  async ({ api, given, verify }) => {
    for (const type of propertyTypes) {
      const unknown = { path: { property_id: given.unknownId() }, query: { type } }
      const answer = await api.send('getProperty', unknown)
      isNotFound(verify('ERR-09', answer), answer)
    }
  },
)

const deletions = [
  ['ERR-07', 'deleteProduct'],
  ['ERR-08', 'deleteItem'],
  ['ERR-09', 'deleteProperty'],
] as const

for (const [id, endpoint] of deletions)
  scenario(
    `${endpoint} answers an unknown id with 404`,
    { verifies: [id], needs: ['write'] },
    async ({ api, verify }) => {
      const answer = await api.raw(requestById(endpoint, randomUUID()))
      isNotFound(verify(id, answer), answer)
    },
  )

scenario(
  'updating an unknown product is answered with 404',
  { verifies: ['ERR-07'], needs: ['write'] },
  async ({ given, verify }) => {
    given.requireSuccess(await given.update((await given.product()).id, { description: 'a change' }), 'PROD-41')
    const answer = await given.update(given.unknownId(), { description: 'a change' })
    isNotFound(verify('ERR-07', answer), answer)
  },
)

scenario(
  'updating an unknown item is answered with 404',
  { verifies: ['ERR-08'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const update = (item_id: string) => api.send('updateItem', { path: { item_id }, json: { description: 'a change' } })
    given.requireSuccess(await update((await given.item()).id), 'ITEM-06')
    const answer = await update(given.unknownId())
    isNotFound(verify('ERR-08', answer), answer)
  },
)

scenario(
  'updating an unknown property is answered with 404',
  { verifies: ['ERR-09'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const update = (property_id: string) =>
      api.send('updateProperty', { path: { property_id }, json: { description: 'a change' } })
    given.requireSuccess(await update((await given.property('text')).id), 'PROP-32')
    const answer = await update(given.unknownId())
    isNotFound(verify('ERR-09', answer), answer)
  },
)

scenario(
  'updating an unknown file is answered with 404',
  { verifies: ['ERR-10'], needs: ['write'] },
  async ({ given, verify, api }) => {
    const answer = await api.raw(requestById('updateFile', given.unknownId()))
    isNotFound(verify('ERR-10', answer), answer)
  },
)

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
