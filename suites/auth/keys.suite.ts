import fc from 'fast-check'
import { endpointIds, endpoints, forAll, keyPrefix, requestById, scenario } from '#suite'

const unauthorized = { status: 401, code: 'unauthorized' } as const

scenario('the bearer key is taken', { verifies: ['AUTH-01'] }, async ({ api, verify }) => {
  verify('AUTH-01', await api.send('listWorkspaces')).hasStatus(200)
})

scenario('a request without a key is unauthorized', { verifies: ['AUTH-02'] }, async ({ api, verify }) => {
  const control = await api.send('listWorkspaces')
  verify('AUTH-02', await api.send('listWorkspaces', { as: 'none' })).isRefused({ ...unauthorized, control })
})

type Spoiling = (key: string) => string

interface Spoilt {
  readonly how: string
  readonly spoilt: string
}

/** Ways to spoil a key, each certain to give another one. */
const spoiled: ReadonlyArray<{ readonly how: string; readonly of: Spoiling }> = [
  { how: 'its last character is missing', of: (key) => key.slice(0, -1) },
  { how: 'its first character is missing', of: (key) => key.slice(1) },
  { how: 'it has a character more', of: (key) => `${key}x` },
  { how: 'a full stop follows it', of: (key) => `${key}.` },
  { how: 'a hyphen follows it', of: (key) => `${key}-` },
  { how: 'it is padded', of: (key) => `${key}=` },
  { how: 'it comes twice', of: (key) => `${key}${key}` },
  { how: 'its letters are in the other case', of: (key) => swapCase(key) },
  { how: 'it is cut in half', of: (key) => key.slice(0, Math.floor(key.length / 2)) },
  { how: 'it is the prefix alone', of: () => keyPrefix },
  { how: 'it is empty', of: () => '' },
  { how: 'its prefix is another', of: (key) => `svc_app_${key.slice(keyPrefix.length)}` },
]

forAll(
  'a key that differs in anything is unauthorized',
  { verifies: ['AUTH-03'] },
  async ({ api, session, verify }) => {
    const key = session.configuration.keys.own
    const control = await api.send('listWorkspaces')
    return {
      inputs: fc.oneof(changedKeys(key), randomKeys),
      examples: spoiled.map(({ how, of }) => ({ how, spoilt: of(key) })).filter(({ spoilt }) => spoilt !== key),
      holds: async ({ how, spoilt }: Spoilt) => {
        const answer = await api.send('listWorkspaces', {
          as: 'forged',
          broken: how,
          headers: { authorization: `Bearer ${spoilt}` },
        })
        verify('AUTH-03', answer).isRefused({ ...unauthorized, control, hint: 'the key may be compared in part' })
      },
    }
  },
)

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('')

/** Keys of the right form that were never given out. */
const randomKeys = fc
  .array(fc.constantFrom(...letters), { minLength: 40, maxLength: 40 })
  .map((random): Spoilt => ({ how: 'it is random', spoilt: `${keyPrefix}${random.join('')}` }))

/** The key with one character changed anywhere after its prefix. */
function changedKeys(key: string): fc.Arbitrary<Spoilt> {
  return fc
    .record({
      position: fc.integer({ min: Math.min(keyPrefix.length, key.length - 1), max: key.length - 1 }),
      letter: fc.constantFrom(...letters),
    })
    .map(({ position, letter }) => ({
      how: `character ${position} is changed`,
      spoilt: `${key.slice(0, position)}${letter === key[position] ? '-' : letter}${key.slice(position + 1)}`,
    }))
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

scenario(
  'a revoked key is unauthorized',
  { verifies: ['AUTH-04'], needs: ['revoked-key|control:revoke-key'] },
  async ({ api, given, verify }) => {
    const control = await api.send('listWorkspaces')
    const key = await given.revokedKey()
    const answer = await api.send('listWorkspaces', { as: 'forged', headers: { authorization: `Bearer ${key}` } })
    verify('AUTH-04', answer).isRefused({ ...unauthorized, control })
  },
)

const revoked = 'revoked-key|control:revoke-key'

for (const { what, endpoints: asked, needs } of [
  { what: 'reads', endpoints: endpointIds.filter((id) => endpoints[id].method === 'GET'), needs: [revoked] },
  { what: 'writes', endpoints: endpointIds.filter((id) => endpoints[id].method !== 'GET'), needs: [revoked, 'write'] },
] as const)
  scenario(
    `no endpoint for ${what} takes a revoked key`,
    { verifies: ['AUTH-04'], needs, causedBy: ['AUTH-07'] },
    async ({ api, given, verify }) => {
      const control = await api.send('listWorkspaces')
      const authorization = `Bearer ${await given.revokedKey()}`
      for (const endpoint of asked) {
        const request = requestById(endpoint, given.unknownId())
        const answer = await api.raw({ ...request, as: 'forged', headers: { authorization } })
        verify('AUTH-04', answer).isRefused({
          ...unauthorized,
          control,
          hint: 'a revocation may hold in some places only',
        })
      }
    },
  )

scenario(
  'a revocation takes effect at once',
  { verifies: ['AUTH-05'], needs: ['control:create-key', 'control:revoke-key'] },
  async ({ api, session, given, verify }) => {
    const { id, key } = await session.controls.createApiKey({ organization: 'own' })
    const authorization = `Bearer ${key}`
    const control = given.requireSuccess(
      await api.send('listWorkspaces', { as: 'forged', headers: { authorization } }),
      'AUTH-23',
    )
    await session.controls.revokeApiKey(id)
    const answer = await api.send('listWorkspaces', { as: 'forged', headers: { authorization } })
    verify('AUTH-05', answer).isRefused({ status: 401, control, hint: 'keys may be kept in a cache' })
  },
)

const otherWays: ReadonlyArray<{
  readonly way: string
  readonly request: (key: string) => { headers?: Record<string, string>; query?: Record<string, string> }
}> = [
  { way: 'the bare key', request: (key) => ({ headers: { authorization: key } }) },
  { way: 'Basic with the bare key', request: (key) => ({ headers: { authorization: `Basic ${key}` } }) },
  { way: 'Basic with the key as user', request: (key) => ({ headers: { authorization: `Basic ${btoa(`${key}:`)}` } }) },
  {
    way: 'Basic with the key as password',
    request: (key) => ({ headers: { authorization: `Basic ${btoa(`api:${key}`)}` } }),
  },
  { way: 'the scheme Token', request: (key) => ({ headers: { authorization: `Token ${key}` } }) },
  { way: 'the scheme ApiKey', request: (key) => ({ headers: { authorization: `ApiKey ${key}` } }) },
  { way: 'x-api-key', request: (key) => ({ headers: { 'x-api-key': key } }) },
  { way: 'api-key', request: (key) => ({ headers: { 'api-key': key } }) },
  { way: 'a cookie', request: (key) => ({ headers: { cookie: `api_key=${key}; token=${key}; session=${key}` } }) },
  { way: 'the query parameter api_key', request: (key) => ({ query: { api_key: key } }) },
  { way: 'the query parameter access_token', request: (key) => ({ query: { access_token: key } }) },
  { way: 'the query parameters key and token', request: (key) => ({ query: { key, token: key } }) },
  {
    way: 'other query parameters',
    request: (key) => ({ query: { apikey: key, apiKey: key, 'api-key': key, auth: key } }),
  },
]

for (const { way, request } of otherWays)
  scenario(
    `the key is not taken by ${way}`,
    { verifies: ['AUTH-06'], causedBy: ['AUTH-02'] },
    async ({ api, session, verify }) => {
      const control = await api.send('listWorkspaces')
      const answer = await api.send('listWorkspaces', {
        ...request(session.configuration.keys.own),
        as: 'forged',
        broken: way,
      })
      verify('AUTH-06', answer).isRefused({ status: 401, control })
    },
  )

scenario('the configured key begins as keys do', { verifies: ['AUTH-25'] }, async ({ session, verify, observe }) => {
  const { own } = session.configuration.keys
  verify('AUTH-25').that({
    claim: 'the configured key has the prefix of keys',
    holds: own.startsWith(keyPrefix),
    expected: `a key that begins with ${keyPrefix}`,
    received: 'a key that begins otherwise',
  })
  observe('AUTH-25', 'length of the configured key', own.length)
})

scenario(
  'a created key begins as keys do',
  { verifies: ['AUTH-25'], needs: ['control:create-key'] },
  async ({ session, verify, observe }) => {
    const { key } = await session.controls.createApiKey({ organization: 'own' })
    verify('AUTH-25').that({
      claim: 'a created key has the prefix of keys',
      holds: key.startsWith(keyPrefix),
      expected: `a key that begins with ${keyPrefix}`,
      received: `a key that begins with ${key.slice(0, 4)}…`,
    })
    observe('AUTH-25', 'length of a created key', key.length)
  },
)

scenario(
  'the scheme name in other letter case is observed',
  { verifies: ['AUTH-27'] },
  async ({ api, session, observe }) => {
    for (const scheme of ['bearer', 'BEARER']) {
      const authorization = `${scheme} ${session.configuration.keys.own}`
      const { status } = await api.send('listWorkspaces', { as: 'forged', headers: { authorization } })
      observe('AUTH-27', `answer to the scheme ${scheme}`, status)
    }
  },
)
