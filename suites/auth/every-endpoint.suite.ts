import { drawId, endpointIds, endpoints, keyPrefix, scenario, type EndpointId, requestOf } from '#suite'
import { onEveryAnswer, onErrors } from '../shared/passive-ids.ts'
import { controlOfBadKeys, withBadKey } from '../shared/with-bad-key.ts'
import { withoutKey, wrongInEverything } from '../shared/without-key.ts'
import { controlOfExpendableKey, inCookies, inHeaders, inQuery, needsOfExpendableKey } from './other-places.ts'

// `withBadKey` is a request of the endpoint with unknown ids and an empty body, `wrongInEverything` one with unknown ids and an invalid body or
// query; `withoutKey` sends the latter without a key. `controlOfBadKeys` sends GET /workspaces with the own key, `controlOfExpendableKey`
// with a key that the run made and may lose.

const unauthorized = { status: 401, code: 'unauthorized' } as const

/** What may follow a key and be overlooked. The last ones make a header that may be refused as such. */
const additions = [
  { junk: 'x', status: 401, sentTo: ['listWorkspaces', 'listItems', 'createProperty', 'updateFile'] },
  { junk: '.', status: 401, sentTo: ['getWorkspace', 'createItem', 'getProperty', 'uploadFile'] },
  { junk: '=', status: 401, sentTo: ['listProducts', 'getItem', 'updateProperty', 'downloadFile'] },
  { junk: '/0', status: 401, sentTo: ['createProduct', 'updateItem', 'deleteProperty', 'listOrganizationUsers'] },
  { junk: ' junk', status: [400, 401], sentTo: ['getProduct', 'deleteItem', 'createPropertiesInBulk'] },
  { junk: ',junk', status: [400, 401], sentTo: ['updateProduct', 'createItemsInBulk', 'listFiles'] },
  { junk: ';junk=1', status: [400, 401], sentTo: ['deleteProduct', 'listProperties', 'getFile'] },
] as const

for (const { junk, status, sentTo } of additions)
  for (const id of sentTo)
    scenario(
      `${requestOf(id)} with ${JSON.stringify(junk)} appended to the key is answered with 401`,
      { verifies: ['AUTH-03'], when: 'last', needs: needsOf(id) },
      async (context) => {
        const { api, given, session, verify } = context
        const headers = { authorization: `Bearer ${session.configuration.keys.own}${junk}` }
        const answer = await api.raw({ ...withBadKey(id, given, 'a key with characters appended'), headers })
        verify('AUTH-03', answer).isRefused({
          status,
          control: await controlOfBadKeys(context),
          unusual: true,
          hint: 'loose key parsing: what follows the key seems to be cut off',
        })
      },
    )

function needsOf(id: EndpointId): ReadonlyArray<'write'> {
  return endpoints[id].method === 'GET' ? [] : ['write']
}

for (const id of endpointIds) {
  const [name, needs] = [requestOf(id), needsOf(id)]

  scenario(
    `${name} without a key is answered with 401, whatever else is wrong`,
    { verifies: ['AUTH-07', 'AUTH-02'], when: 'last', needs, covers: [...onEveryAnswer, ...onErrors] },
    async (context) => {
      const answer = await withoutKey(id, context)
      const hint = 'order of checks: routing or validation seems to run before authentication'
      context.verify('AUTH-07', answer).hasStatus(401, { hint })
      context.verify('AUTH-02', answer).isRefused({ ...unauthorized, control: await controlOfBadKeys(context) })
    },
  )

  scenario(
    `${name} with a key that was never issued is answered with 401`,
    { verifies: ['AUTH-03'], when: 'last', needs, covers: [...onEveryAnswer, ...onErrors] },
    async (context) => {
      const headers = { authorization: `Bearer ${keyPrefix}${drawId()}` }
      const answer = await context.api.raw({ ...wrongInEverything(id, context.given), as: 'forged', headers })
      const hint = 'missing authentication: this endpoint does not seem to look the key up'
      context.verify('AUTH-03', answer).isRefused({ ...unauthorized, control: await controlOfBadKeys(context), hint })
    },
  )

  scenario(
    `${name} with the key in other headers, cookies and the query is answered with 401`,
    { verifies: ['AUTH-06'], when: 'last', needs: [...needs, ...needsOfExpendableKey] },
    async (context) => {
      const { api, given, verify } = context
      const key = await given.expendableKey()
      const elsewhere = { headers: { ...inHeaders(key), ...inCookies(key) }, query: inQuery(key) }
      const answer = await api.raw({ ...withBadKey(id, given, 'the key in other places'), ...elsewhere })
      const control = await controlOfExpendableKey(context)
      // lawful: a gateway refuses credentials in such a place by itself, in its own words.
      verify('AUTH-06', answer).isRefused({ status: 401, control, unusual: true })
    },
  )

  scenario(
    `${name} with a revoked key is answered with 401`,
    { verifies: ['AUTH-04'], when: 'last', needs: ['revoked-key|control:revoke-key', ...needs] },
    async (context) => {
      const { api, given, verify } = context
      const headers = { authorization: `Bearer ${await given.revokedKey()}` }
      const answer = await api.raw({ ...withBadKey(id, given, 'a revoked key'), headers })
      const hint = 'partial revocation: some endpoints seem to look keys up elsewhere or in a cache'
      verify('AUTH-04', answer).isRefused({ ...unauthorized, control: await controlOfBadKeys(context), hint })
    },
  )
}
