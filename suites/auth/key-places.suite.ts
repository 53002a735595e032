import { scenario, type RawRequest } from '#suite'
import { controlOfBadKeys } from '../shared/with-bad-key.ts'
import { controlOfExpendableKey, inCookies, inHeaders, inQuery, needsOfExpendableKey } from './other-places.ts'

// The control requests send GET /workspaces: `controlOfBadKeys` with the own key, `controlOfExpendableKey` with a key that the run made
// and may lose.

/** Values of the Authorization header that other services accept; the contract knows the bearer scheme alone. lawful: its name in other letter case, and no space behind it. */
const otherSchemes: Readonly<Record<string, (key: string) => string>> = {
  'in the Authorization header without a scheme': (key) => key,
  'with the scheme Basic': (key) => `Basic ${key}`,
  'as the user name of the scheme Basic': (key) => `Basic ${btoa(`${key}:`)}`,
  'with the scheme Token': (key) => `Token ${key}`,
  'with the scheme ApiKey': (key) => `ApiKey ${key}`,
  'with a scheme whose name ends in Bearer': (key) => `NotBearer ${key}`,
}

/** Other places for a key. Logs keep what stands there: the key must be an expendable one. */
const otherPlaces = {
  'in headers that other services use': (key) => ({ headers: inHeaders(key) }),
  'in a cookie': (key) => ({ headers: inCookies(key) }),
  'in query parameters': (key) => ({ query: inQuery(key) }),
} as const satisfies Readonly<Record<string, (key: string) => Pick<RawRequest, 'headers' | 'query'>>>

for (const [way, schemeOf] of Object.entries(otherSchemes))
  scenario(
    `a key sent ${way} is rejected`,
    { verifies: ['AUTH-06'], when: 'last' },
    async ({ api, session, verify }) => {
      const control = await controlOfBadKeys({ api, session })
      const headers = { authorization: schemeOf(session.configuration.keys.own) }
      const answer = await api.send('listWorkspaces', { headers, as: 'forged', broken: `a key ${way}` })
      // lawful: a gateway refuses credentials in such a place by itself, in its own words.
      verify('AUTH-06', answer).isRefused({ status: 401, control, unusual: true })
    },
  )

for (const [way, request] of Object.entries(otherPlaces))
  scenario(
    `a key sent ${way} is rejected`,
    { verifies: ['AUTH-06'], when: 'last', needs: needsOfExpendableKey },
    async (context) => {
      const control = await controlOfExpendableKey(context)
      const sent = request(await context.given.expendableKey())
      const answer = await context.api.send('listWorkspaces', { ...sent, as: 'forged', broken: `a key ${way}` })
      // lawful: a gateway refuses credentials in such a place by itself, in its own words.
      context.verify('AUTH-06', answer).isRefused({ status: 401, control, unusual: true })
    },
  )

for (const scheme of ['bearer', 'BEARER'])
  scenario(
    `the answer to a key with the scheme name ${scheme} is observed`,
    { verifies: ['AUTH-27'], when: 'last' },
    async ({ api, session, observe }) => {
      const authorization = `${scheme} ${session.configuration.keys.own}`
      const answer = await api.send('listWorkspaces', { as: 'forged', headers: { authorization } })
      observe('AUTH-27', `answer to the scheme ${scheme}`, answer.status)
    },
  )
