import type { Exchange, RawRequest, Sources } from '#suite'

type Credentials = Pick<RawRequest, 'headers' | 'query'>

/** Values of the Authorization header that other services accept; the contract knows the bearer scheme alone. lawful: its name in other letter case, and no space behind it. */
export const otherSchemes: Readonly<Record<string, (key: string) => string>> = {
  'a header without a scheme': (key) => key,
  'the scheme Basic': (key) => `Basic ${key}`,
  'the scheme Basic as the user': (key) => `Basic ${btoa(`${key}:`)}`,
  'the scheme Token': (key) => `Token ${key}`,
  'the scheme ApiKey': (key) => `ApiKey ${key}`,
  'a scheme that ends in Bearer': (key) => `NotBearer ${key}`,
}

/** Other places for a key. Logs keep what stands there: the key must be an expendable one. */
export const otherPlaces: Readonly<Record<string, (key: string) => Credentials>> = {
  'headers of other services': (key) => ({ headers: headersOf(key) }),
  'a cookie': (key) => ({ headers: cookieOf(key) }),
  'query parameters': (key) => ({ query: parametersOf(key) }),
}

/** What must be there to make an expendable key and to revoke it. */
export const needsOfExpendableKey = ['control:revoke-key'] as const

/** A key in every place at once that leaves the Authorization header out. */
export function everyPlaceButOne(key: string): Credentials {
  return { headers: { ...headersOf(key), ...cookieOf(key) }, query: parametersOf(key) }
}

/** The control request of an expendable key: where it belongs, it is accepted. */
export async function controlOfExpendableKey({ api, given, session }: Sources): Promise<Exchange> {
  const headers = { authorization: `Bearer ${await given.expendableKey()}` }
  return session.shared('control request of an expendable key', () =>
    api.send('listWorkspaces', { as: 'forged', headers }),
  )
}

function headersOf(key: string): Readonly<Record<string, string>> {
  return {
    'x-api-key': key,
    'api-key': key,
    'x-auth-token': key,
    'x-access-token': key,
    'x-authorization': `Bearer ${key}`,
  }
}

function cookieOf(key: string): Readonly<Record<string, string>> {
  return { cookie: `api_key=${key}; token=${key}; session=${key}` }
}

function parametersOf(key: string): Readonly<Record<string, string>> {
  return { api_key: key, apiKey: key, access_token: key, key, token: key, auth: key }
}
