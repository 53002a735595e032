import { drawId, endpointIds, endpoints, inTurn, scenario } from '#suite'
import type { Claims, Fields, Given, Sources } from '#suite'
import { ownItem } from '../shared/shared-place.ts'

const prefix = '/v1/public'

const unknownPaths: Readonly<Record<string, (given: Given, workspaceId: string) => string>> = {
  'a word': (given) => `/${given.word()}`,
  'the beginning of a known path': (given) => `/products_${given.word()}`,
  'below a workspace': (given, workspaceId) => `/workspaces/${workspaceId}/${given.word()}`,
  'below the organization': (given) => `/organization/${given.word()}`,
  'deep below an item': (given) => `/items/${drawId()}/${given.word()}/${given.word()}`,
}

for (const [what, pathOf] of Object.entries(unknownPaths))
  scenario(
    `an unknown path is rejected: ${what}`,
    { verifies: ['ERR-17'] },
    async ({ api, given, observe, verify }) => {
      const path = prefix + pathOf(given, await given.workspace())
      const answer = await api.raw({ method: 'GET', path, broken: 'an unknown path' })
      claimNotServed(verify('ERR-17', answer))
      observe('ERR-17', 'body of an unknown path', answer.json ?? 'no JSON')
    },
  )

for (const method of ['POST', 'PATCH', 'DELETE'])
  scenario(
    `${method} to an unknown path is rejected`,
    { verifies: ['ERR-17'], needs: ['write'] },
    async ({ api, given, verify }) => {
      const path = `${prefix}/${given.word()}/${given.word()}`
      const answer = await api.raw({ method, path, json: {}, broken: 'an unknown path' })
      claimNotServed(verify('ERR-17', answer))
    },
  )

// A GET of these reads as an id, of which there is none.
for (const path of ['/items/bulk', '/properties/bulk'])
  scenario(`GET ${path} is rejected`, { verifies: ['ERR-18'] }, async ({ api, verify }) => {
    const answer = await api.raw({
      method: 'GET',
      path: prefix + path,
      broken: 'a method that the path does not support',
    })
    claimNotServed(verify('ERR-18', answer))
  })

const paths = [...new Set<string>(endpointIds.map((id) => endpoints[id].path))]
const methodsOf = (path: string): ReadonlySet<string> =>
  new Set(endpointIds.filter((id) => endpoints[id].path === path).map((id) => endpoints[id].method))

/** Methods that a path does not have. Deletions go to ids that nothing has, never to a list: what is wrongly served must find nothing. */
const otherMethods = paths.flatMap((path) =>
  ['POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => method !== 'DELETE' || path.includes('{'))
    .filter((method) => !methodsOf(path).has(method) && !isOtherEndpoint(path, method))
    .map((method) => ({ path, method })),
)

for (const { path, method } of otherMethods)
  scenario(
    `${method} ${shownPath(path)} is rejected`,
    { verifies: ['ERR-18'], needs: ['write'] },
    async ({ api, verify }) => {
      const filled = path.replace(/\{\w+\}/, drawId())
      const broken = 'a method that the path does not support'
      const answer = await api.raw({ method, path: filled, json: {}, broken })
      claimNotServed(verify('ERR-18', answer), `${method} ${shownPath(path)}`)
    },
  )

interface OwnThing {
  readonly path: string
  /** Methods that it does not have; those that its list has may be mistaken for one of its own. */
  readonly without: readonly ('PUT' | 'POST' | 'DELETE')[]
  /** What an update of it may give. */
  readonly json: Fields
}

/** Of an id that nothing has, a handler that is there after all finds nothing: these are ids of things that are there. */
const ownThings: Readonly<Record<string, (sources: Sources) => Promise<OwnThing>>> = {
  'a product': async ({ given }) => {
    const { id, body } = await given.product()
    return { path: `/products/${id}`, without: ['PUT', 'POST'], json: { ...body, name: given.name() } }
  },
  'an item': async (sources) => ({
    path: `/items/${(await ownItem(sources)).id}`,
    without: ['PUT', 'POST'],
    json: { description: sources.given.name() },
  }),
  'a property': async (sources) => ({
    path: `/properties/${(await sources.given.property('text', { item: await ownItem(sources) })).id}`,
    without: ['PUT', 'POST'],
    json: { description: sources.given.name() },
  }),
  'a file': async ({ given }) => ({
    path: `/files/${(await given.file((await given.fileItem()).id)).id}`,
    without: ['PUT', 'DELETE'],
    json: { userTitle: given.name(), description: given.name() },
  }),
}

for (const [what, createRecord] of Object.entries(ownThings))
  scenario(
    `an undocumented method on the path of ${what} is rejected`,
    { verifies: ['ERR-18'], needs: ['write'] },
    async ({ api, given, session, verify }) => {
      const { path, json, without } = await createRecord({ api, given, session })
      const answers = await inTurn(without, (method) =>
        api.raw({ method, path: prefix + path, json, broken: 'a method that it does not support' }),
      )
      claimNotServed(verify('ERR-18', answers))
    },
  )

/** lawful: a gateway may refuse such a request itself, or send it to a page where to log in. */
function claimNotServed(claims: Claims, of?: string): void {
  claims.isNoServerError()
  claims.hasStatus({ except: [200, 201, 202, 204] }, of === undefined ? {} : { of })
}

/** A path without the common prefix, as titles and findings show it. */
function shownPath(path: string): string {
  return path.slice(prefix.length)
}

function shape(template: string): string {
  return template.replace(/\{\w+\}/, '{}')
}

/** Two templates may stand for the same path: what one does not have, the other may. */
function isOtherEndpoint(path: string, method: string): boolean {
  const literal = path.endsWith('/bulk') ? path.replace(/bulk$/, '{}') : path
  return endpointIds.some(
    (id) => [shape(path), literal].includes(shape(endpoints[id].path)) && endpoints[id].method === method,
  )
}
