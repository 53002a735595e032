import { drawId, endpoints, requestById } from '#suite'
import type { EndpointId, Exchange, Given, RawRequest, Sources } from '#suite'

type Body = Pick<RawRequest, 'json' | 'form'>

/**
 * The body of a request that is rejected for its key alone: of the type that the endpoint takes, and one that can be read. Many
 * services tell by its type where a request goes, and read what came, before anything of theirs asks for the key.
 */
export function bodyFor(id: EndpointId, given: Given, json: unknown): Body {
  const { method } = endpoints[id]
  if (id === 'uploadFile') return { form: [given.filePart()] }
  return method === 'POST' || method === 'PATCH' ? { json } : {}
}

/** A request of the endpoint whose key is to be refused: its ids are unknown, and the bodies of creations are empty. */
export function withBadKey(id: EndpointId, given: Given, broken: string): RawRequest {
  const request = requestById(id, drawId())
  return { ...request, ...bodyFor(id, given, request.json ?? {}), broken, as: 'forged' }
}

/** A request with the own key, which is accepted: the control request where a key is rejected. */
export function controlOfBadKeys({ api, session }: Pick<Sources, 'api' | 'session'>): Promise<Exchange> {
  return session.shared('control request of bad keys', () => api.send('listWorkspaces'))
}
