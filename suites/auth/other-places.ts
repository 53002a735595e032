import type { RawRequest } from '#suite'

type Credentials = Pick<RawRequest, 'headers' | 'query'>

/** Places for a key that other services have; the contract knows the bearer scheme alone. lawful: its name in other letter case, and no space behind it. */
export const otherPlaces: Readonly<Record<string, (key: string) => Credentials>> = {
  'the bare key': (key) => ({ headers: { authorization: key } }),
  'the scheme Basic': (key) => ({ headers: { authorization: `Basic ${key}` } }),
  'Basic with the key as user': (key) => ({ headers: { authorization: `Basic ${btoa(`${key}:`)}` } }),
  'the scheme Token': (key) => ({ headers: { authorization: `Token ${key}` } }),
  'the scheme ApiKey': (key) => ({ headers: { authorization: `ApiKey ${key}` } }),
  'a scheme that ends like it': (key) => ({ headers: { authorization: `NotBearer ${key}` } }),
  'headers of other services': (key) => ({ headers: headersOf(key) }),
  'a cookie': (key) => ({ headers: cookieOf(key) }),
  'query parameters': (key) => ({ query: parametersOf(key) }),
}

/** The key in every place at once that leaves the Authorization header out. */
export function everyPlaceButOne(key: string): Credentials {
  return { headers: { ...headersOf(key), ...cookieOf(key) }, query: parametersOf(key) }
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
