import { randomUUID } from 'node:crypto'
import { endpointIds, endpoints, scenario, type Exchange } from '#suite'

const prefix = '/v1/public'

scenario(
  'a path that the contract does not have is refused',
  { verifies: ['ERR-17'] },
  async ({ api, given, observe, verify }) => {
    const workspaceId = await given.workspace()
    const unknown = [
      `/${given.word()}`,
      `/products_${given.word()}`,
      `/workspaces/${workspaceId}/${given.word()}`,
      `/organization/${given.word()}`,
      `/items/${randomUUID()}/${given.word()}/${given.word()}`,
    ]
    for (const path of unknown) {
      const answer = await api.raw({ method: 'GET', path: prefix + path, broken: 'an unknown path' })
      verify('ERR-17', answer).that(isNotServed(answer))
      observe('ERR-17', 'body of an unknown path', answer.json === undefined ? 'no JSON' : answer.json)
    }
  },
)

scenario(
  'writing to a path that the contract does not have is refused',
  { verifies: ['ERR-17'], needs: ['write'] },
  async ({ api, given, verify }) => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const path = `${prefix}/${given.word()}/${given.word()}`
      const answer = await api.raw({ method, path, json: {}, broken: 'an unknown path' })
      verify('ERR-17', answer).that(isNotServed(answer))
    }
  },
)

// A GET of these reads as an id, of which there is none.
for (const path of ['/items/bulk', '/properties/bulk'])
  scenario(`GET ${path} is refused`, { verifies: ['ERR-18'] }, async ({ api, verify }) => {
    const answer = await api.raw({ method: 'GET', path: prefix + path, broken: 'a method that the path does not have' })
    verify('ERR-18', answer).that(isNotServed(answer))
  })

const paths = [...new Set<string>(endpointIds.map((id) => endpoints[id].path))]
const methodsOf = (path: string): ReadonlySet<string> =>
  new Set(endpointIds.filter((id) => endpoints[id].path === path).map((id) => endpoints[id].method))

// Deletions go to ids that nothing has, never to a list: what is wrongly served must find nothing.
for (const path of paths)
  scenario(
    `${path} has no other methods than the contract's`,
    { verifies: ['ERR-18'], needs: ['write'] },
    async ({ api, verify }) => {
      const addressesOne = path.includes('{')
      const methods = ['POST', 'PUT', 'PATCH', ...(addressesOne ? ['DELETE'] : [])]
      for (const method of methods.filter((name) => !methodsOf(path).has(name))) {
        if (isOtherEndpoint(path, method)) continue
        const answer = await api.raw({
          method,
          path: path.replace(/\{\w+\}/, randomUUID()),
          json: {},
          broken: 'a method that the path does not have',
        })
        verify('ERR-18', answer).that({ ...isNotServed(answer), claim: `${method} ${path} is refused` })
      }
    },
  )

/** lawful: a gateway may refuse such a request itself, or send it to a page where to log in. */
function isNotServed({ request, status, broken }: Exchange) {
  return {
    claim: `${request.method} with ${broken} is refused`,
    holds: status >= 300 && status < 500,
    expected: 'a refusal (4xx)',
    received: `${status}`,
  }
}

const shape = (template: string): string => template.replace(/\{\w+\}/, '{}')

/** Two templates may stand for the same path: what one does not have, the other may. */
function isOtherEndpoint(path: string, method: string): boolean {
  const literal = path.endsWith('/bulk') ? path.replace(/bulk$/, '{}') : path
  return endpointIds.some(
    (id) => [shape(path), literal].includes(shape(endpoints[id].path)) && endpoints[id].method === method,
  )
}
