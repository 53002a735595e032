import type { Exchange, Sources } from '#suite'

/** What must be there to make an expendable key and to revoke it. */
export const needsOfExpendableKey = ['control:revoke-key'] as const

/** The control request of an expendable key: where it belongs, it is accepted. */
export async function controlOfExpendableKey({ api, given, session }: Sources): Promise<Exchange> {
  const headers = { authorization: `Bearer ${await given.expendableKey()}` }
  return session.shared('control request of an expendable key', () =>
    api.send('listWorkspaces', { as: 'forged', headers }),
  )
}

/** A key in headers that other services use. */
export function inHeaders(key: string): Readonly<Record<string, string>> {
  return {
    'x-api-key': key,
    'api-key': key,
    'x-auth-token': key,
    'x-access-token': key,
    'x-authorization': `Bearer ${key}`,
  }
}

export function inCookies(key: string): Readonly<Record<string, string>> {
  return { cookie: `api_key=${key}; token=${key}; session=${key}` }
}

export function inQuery(key: string): Readonly<Record<string, string>> {
  return { api_key: key, apiKey: key, access_token: key, key, token: key, auth: key }
}
