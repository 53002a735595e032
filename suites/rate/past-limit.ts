import { assume, rateStateOf, type EndpointId, type Exchange, type Spending, type Sources } from '#suite'
import { requestsToEndpoints, type Requests } from './requests-to-endpoints.ts'

interface Refused {
  readonly answer: Exchange
  /** It was not asked before, so that nothing but this request can have been carried out. */
  readonly isFirst: boolean
}

/** What the endpoints answered when the limit was spent. */
export interface PastLimit {
  readonly requests: Requests
  readonly refused: ReadonlyMap<EndpointId, Refused>
  readonly served: ReadonlyMap<EndpointId, Exchange>
}

/** How often an endpoint is asked before it counts as one that the limit does not hold for. */
const attempts = 3

/** Asks every endpoint past the limit: once if it rejects, several times if it does not. */
export function pastLimit(context: Sources): Promise<PastLimit> {
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
          if (answer.status === 429) refused.set(id, { answer, isFirst: attempt === 0 })
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

const notSpent = {
  reason: 'blocked',
  blockedBy: ['RATE-02'],
  cause: 'the target answered no request with 429',
} as const
