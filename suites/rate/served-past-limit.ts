import { rateStateOf, type Exchange, type Given, type SmallLimit, type Spending } from '#suite'
import type { Requests } from './requests-to-endpoints.ts'

interface Asked {
  readonly small: SmallLimit
  readonly requests: Requests
  readonly given: Pick<Given, 'untestable'>
}

/** How often an endpoint is asked before it counts as one that the limit does not hold for. */
const attempts = 3

/** What the endpoints answer when the limit is spent: once where they refuse, several times where they do not. */
export async function servedPastLimit({
  small,
  requests,
  given,
}: Asked): Promise<{ readonly refused: readonly Exchange[]; readonly served: readonly Exchange[] }> {
  const refused: Exchange[] = []
  let served: readonly Exchange[] = []
  let open = requests
  for (let attempt = 0; attempt < attempts && open.size > 0; attempt += 1) {
    const last = await small.spend()
    if (last.refused?.status !== 429)
      given.untestable({ reason: 'blocked', blockedBy: ['RATE-02'], cause: 'no request was refused with 429' })
    const answers = await Promise.all([...open].map(async ([endpoint, send]) => ({ endpoint, exchange: await send() })))
    const closing = await small.spend()
    refused.push(...answers.filter(({ exchange }) => exchange.status === 429).map(({ exchange }) => exchange))
    const others = answers.filter(({ exchange }) => exchange.status !== 429)
    open = new Map([...open].filter(([endpoint]) => others.some((answer) => answer.endpoint === endpoint)))
    served = isOneWindow(last, closing) ? others.map(({ exchange }) => exchange) : []
    if (open.size > 0 && closing.refused) await small.afterReset(closing.refused)
  }
  return { refused, served }
}

/** Nothing was served between two refusals that tell the same reset: no new window began there. */
function isOneWindow(before: Spending, after: Spending): boolean {
  if (!before.refused || !after.refused || after.served.length > 0) return false
  return rateStateOf(before.refused).resetAt === rateStateOf(after.refused).resetAt
}
