import type { FastifyReply, FastifyRequest } from 'fastify'
import { arrivals } from '../changes/arrivals.ts'
import type { Arrival } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { defineVariants } from './variant.ts'

const prefix = '/v1/public/'

/** Lawful differences in how the path of a request is read. */
export const loosePathVariants = defineVariants({
  'paths-are-read-loosely': {
    title: 'accepts paths in any letter case, with trailing or doubled slashes, or with .json at the end',
    latitude: 'the contract does not say which other paths exist',
    touches: ['ERR-17'],
    without: [
      'gateway-forbids-unknown-paths',
      'gateway-does-not-find-unknown-paths',
      'unknown-path-is-echoed',
      // The request that a loose path stands for would wait for the one that asks for it.
      'requests-are-served-one-at-a-time',
    ],
    changes: [arrivals(readLoosely)],
  },
  'slashes-at-the-end-are-redirected': {
    title: 'redirects a path with a trailing slash by a 307',
    latitude: 'the contract does not say which other paths exist',
    touches: ['ERR-17'],
    without: ['gateway-forbids-unknown-paths', 'gateway-does-not-find-unknown-paths'],
    changes: [
      arrivals(async ({ route, request, reply }) => {
        const [path = '', query] = request.url.split('?', 2)
        if (!isUnknown(route) || request.caller === null || !/[^/]\/$/u.test(path)) return
        await reply.redirect(path.slice(0, -1) + (query === undefined ? '' : `?${query}`), 307)
      }),
    ],
  },
  'ids-are-read-in-any-notation': {
    title: 'accepts UUIDs without hyphens, in braces and as URNs',
    latitude: 'these are notations of the same UUID',
    touches: ['ERR-11'],
    without: ['id-that-is-no-uuid-is-a-422'],
    changes: [replace(idFromPath, (sound) => (deployment, text) => sound(deployment, inPlainNotation(text)))],
  },
  'workspaces-are-found-by-readable-id': {
    title: 'also finds a workspace by its readable id',
    latitude: 'the contract does not say how else a workspace can be identified',
    touches: ['ERR-11', 'ERR-06'],
    without: ['id-that-is-no-uuid-is-a-422'],
    changes: [
      replace(workspaceRow, (sound) => (deployment, text) => {
        const sql = 'SELECT id FROM workspaces WHERE readable_id = ? ORDER BY sequence'
        return sound(deployment, text) ?? sound(deployment, deployment.store.get<{ id: string }>(sql, text)?.id ?? text)
      }),
    ],
  },
})

/** Asks again in the plain form of a path that no route has; requests with bodies are left alone. */
async function readLoosely({ route, request, reply }: Arrival): Promise<void> {
  const [path = '', query] = request.url.split('?', 2)
  const plain = inPlainForm(path)
  if (!isUnknown(route) || plain === path || !['GET', 'DELETE'].includes(request.method)) return
  await askAgain(plain + (query === undefined ? '' : `?${query}`), { request, reply })
}

async function askAgain(
  url: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const { server, headers } = request
  const method = request.method === 'DELETE' ? 'DELETE' : 'GET'
  const answer = await server.inject({ method, url, headers: { ...headers, 'x-request-id': request.id } })
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !/^(?:connection|date|content-length|transfer-encoding)$/u.test(name))
      reply.header(name, value)
  await reply.code(answer.statusCode).send(answer.rawPayload)
}

function inPlainForm(path: string): string {
  const parts = path
    .replace(/\.json$/iu, '')
    .split('/')
    .filter(Boolean)
  const plain = `/${parts.join('/')}`.toLowerCase()
  return plain.startsWith(prefix) ? plain : path
}

function isUnknown(route: string): boolean {
  return route.endsWith(' /*')
}

const digits = /^(?:urn:uuid:)?\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/iu

function inPlainNotation(text: string): string {
  return digits.exec(text.trim())?.slice(1).join('-') ?? text
}
