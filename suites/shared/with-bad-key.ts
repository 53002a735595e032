import { drawId, endpoints, requestById, type EndpointId, type Given, type RawRequest } from '#suite'

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
