import { assume, endpointIds, endpoints, scenario, rateStateOf, listNames, lists, requestOf } from '#suite'
import type { Claim, EndpointId, Exchange, Spending, Sources } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'
import { notSpent } from './measures.ts'
import type { Effect, Part, ReadyRequest } from './ready-request.ts'
import { requestsThatWrite } from './requests-that-write.ts'

// `pastLimit` spends a small limit with GET /workspaces, sends a valid request to every endpoint, and spends what is left: what got no
// 429 is sent again, twice at most. `requestsThatWrite` has the writes, each with a read that shows after the reset whether it was executed.

const needs = ['small-limit|control:set-rate-limit'] as const

scenario(
  'past the limit, every endpoint answers 429',
  { verifies: ['RATE-09'], needs, serial: true },
  async (context) => {
    const { refused, served } = await pastLimit(context)
    const answers = [...[...refused.values()].map((one) => one.answer), ...served.values()]
    context.verify('RATE-09', answers).hasStatus(429)
  },
)

for (const endpoint of endpointIds.filter((id) => endpoints[id].method !== 'GET'))
  scenario(
    `${requestOf(endpoint)} has no effect when it is rejected with 429`,
    { verifies: ['RATE-05'], needs: [...needs, 'write'], serial: true },
    async (context) => {
      const { requests, refused } = await pastLimit(context)
      const readEffect = requests.get(endpoint)?.readEffect
      const { answer, isSentOnce } = refused.get(endpoint) ?? {}
      const cause = `the suite could not build a valid request for ${requestOf(endpoint)}`
      assume(readEffect !== undefined, { reason: 'missing-fixture', cause })
      assume(answer !== undefined && isSentOnce === true, notRefused)
      const effect = await readEffect()
      context.verify('RATE-05', effect.answer, [answer]).that(hasNoEffect(endpoint, effect))
    },
  )

function hasNoEffect(endpoint: EndpointId, { isExecuted, criterion }: Effect): Claim {
  return {
    claim: `${requestOf(endpoint)} has no effect when it is rejected with 429`,
    holds: !isExecuted,
    expected: 'no effect',
    received: 'the request was executed',
    criterion,
  }
}

const notRefused = {
  reason: 'blocked',
  blockedBy: ['RATE-09'],
  cause: 'the target did not answer the request with 429 at once',
} as const

interface Refused {
  readonly answer: Exchange
  /** It was not sent before, so that nothing but this request can have been executed. */
  readonly isSentOnce: boolean
}

/** What the endpoints answered when the limit was spent. */
interface PastLimit {
  readonly requests: Requests
  readonly refused: ReadonlyMap<EndpointId, Refused>
  readonly served: ReadonlyMap<EndpointId, Exchange>
}

/** How often an endpoint is asked before it counts as one that the limit does not hold for. */
const attempts = 3

/** Asks every endpoint past the limit: once if it rejects, several times if it does not. */
function pastLimit(context: Sources): Promise<PastLimit> {
  return context.session.shared('every endpoint past the limit', async () => {
    const requests = await requestsToEndpoints(context)
    const refused = new Map<EndpointId, Refused>()
    let served: ReadonlyMap<EndpointId, Exchange> = new Map()
    let open = requests
    await context.given.underSmallLimit(async (small) => {
      for (let attempt = 0; attempt < attempts && open.size > 0; attempt += 1) {
        const last = await small.spend()
        assume(last.refused?.status === 429, notSpent)
        const answers = await Promise.all([...open].map(async ([id, { send }]) => [id, await send()] as const))
        const closing = await small.spend()
        const others = answers.filter(([, { status }]) => status !== 429)
        for (const [id, answer] of answers)
          if (answer.status === 429) refused.set(id, { answer, isSentOnce: attempt === 0 })
        served = new Map(isOneWindow(last, closing) ? others : [])
        const unrefused = new Set(others.map(([id]) => id))
        open = new Map([...open].filter(([id]) => unrefused.has(id)))
        if (open.size > 0 && closing.refused) await small.afterReset(closing.refused)
      }
    })
    return { requests, refused, served }
  })
}

/** If two rejections report the same reset, no new window began between them, and nothing was served. */
function isOneWindow(before: Spending, after: Spending): boolean {
  if (!before.refused || !after.refused || after.served.length > 0) return false
  return rateStateOf(before.refused).resetAt === rateStateOf(after.refused).resetAt
}

const pace = false

type Requests = ReadonlyMap<EndpointId, ReadyRequest>

/**
 * A valid request to each endpoint that the run may call, ready to be sent when the limit is spent. What is changed was read before:
 * a read in between would wait for the next window.
 */
async function requestsToEndpoints(sources: Sources): Promise<Requests> {
  const writes = sources.session.configuration.mode === 'read-write'
  const requests = new Map<EndpointId, ReadyRequest>()
  for (const part of [toLists, toRecords, ...(writes ? requestsThatWrite : [])])
    for (const [endpoint, ready] of (await ifPossible(part(sources))) ?? []) requests.set(endpoint, ready)
  return requests
}

const toLists: Part = async ({ api, given }) =>
  Promise.all(
    listNames.map(async (name) => {
      const { endpoint } = lists[name]
      const query = { ...(await given.listQuery(name)), limit: 1 }
      return [endpoint, { send: () => api.send(endpoint, { query, pace }) }] as const
    }),
  )

const toRecords: Part = async ({ api, given }) => {
  const path = {
    workspace_id: await given.listedId('workspaces'),
    product_id: await given.listedId('products'),
    item_id: await given.listedId('items'),
    property_id: await given.listedId('properties'),
    file_id: await given.listedId('files'),
  }
  const reads = ['getWorkspace', 'getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const
  return reads.map((endpoint) => [endpoint, { send: () => api.send(endpoint, { path, pace }) }])
}
