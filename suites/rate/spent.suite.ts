import { setTimeout as pause } from 'node:timers/promises'
import { assume, each, rateStateOf, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, SmallLimit, Spending, Sources } from '#suite'
import { askUntil } from './ask-until.ts'
import { isCountUncertain, listUnpaced, notSpent, uncertain } from './measures.ts'

// `small.spend()` sends GET /workspaces?limit=1 until one is not served: `served` are the answers before it, `refused` is that one.
// `exhaustOnce` does it once for all checks of this file, and sends one request more: `next`.

const needs = ['small-limit|control:set-rate-limit'] as const

scenario(
  'a request past the limit is answered with 429 rate_limit_exceeded',
  { verifies: ['RATE-02'], needs, serial: true },
  async (context) => {
    const { given, verify } = context
    const { limit, served, refused, quick } = await sendPastLimit(context)
    assume(refused !== undefined || quick, {
      reason: 'missing-fixture',
      cause: 'the target was too slow for its limit to be reached',
    })
    assume(refused !== undefined || rateStateOf(served[0] ?? given.untestable(nothingServed)).limit === limit, noEffect)
    const last = refused ?? served.at(-1)
    verify('RATE-02', last).that({
      claim: 'a request past the limit is answered with 429',
      holds: last?.status === 429,
      expected: `429 after ${limit} requests`,
      received: `${last?.status} after ${served.length} requests`,
      criterion: { kind: 'window', rule: 'refuses with 429 past the limit' },
    })
    verify('RATE-02', last).hasCode('rate_limit_exceeded')
  },
)

// GET /workspaces, once more than X-RateLimit-Limit allows.
scenario(
  'no more requests are served than X-RateLimit-Limit allows',
  { verifies: ['RATE-02'], needs: ['control:set-rate-limit'], serial: true },
  async (context) => {
    context.verify('RATE-02', await beyondLimit(context)).hasStatus(429, {
      of: 'the request after as many as X-RateLimit-Limit allows',
      hint: 'off by one: the limit seems to be compared before this request is counted',
    })
  },
)

/** Seconds of a window in which no bucket gets a request back while a few are sent. */
const longWindow = 60
/** lawful: several machines may agree on one count only now and then. */
const countLagMs = 2100

/**
 * The answer to the first request past the limit that the headers show. If a short window served more, the requests are sent again in a
 * long one, with a pause before the last. lawful: a limit that refills bit by bit, and a count that lags
 */
async function beyondLimit(context: Sources): Promise<Exchange> {
  const once = await exhaustOnce(context)
  if (once.served.length <= once.limit) return refusedIn(context, once)
  const { api, given } = context
  return given.underSmallLimit(async ({ limit }) => {
    const served: Exchange[] = []
    while (served.length < limit) served.push(await listUnpaced(api))
    await pause(countLagMs)
    const next = await listUnpaced(api)
    const [first] = served
    assume(first !== undefined && rateStateOf(first).limit === limit, noEffect)
    assume(
      served.every(isServed) && isOneWindow(first, next),
      'the run could not send as many requests in one window as X-RateLimit-Limit allows',
    )
    return next
  }, longWindow)
}

/** A window that moves on with time has moved little; the next one ends a whole window later. */
function isOneWindow(first: Exchange, next: Exchange): boolean {
  const [began, ends] = [first, next].map((one) => rateStateOf(one).resetAt ?? Number.NaN)
  return began !== undefined && ends !== undefined && ends - began < (longWindow * 1000) / 2
}

interface Spent extends Spending {
  readonly limit: number
}

interface SpentOnce extends Spent {
  readonly next: Exchange
  /** The request id that `next` was sent with. */
  readonly sentId: string
}

/** Exhausts a small limit and sends one more request, once for all checks that only read these answers. */
function exhaustOnce({ api, given, session }: Sources): Promise<SpentOnce> {
  return session.shared('limit that is spent once', () =>
    given.underSmallLimit(async (small) => {
      const spent = await spendAll(small)
      const sentId = `spent-${given.word()}`
      const next = await api.send('listWorkspaces', { headers: { 'x-request-id': sentId }, pace: false })
      return { ...spent, next, sentId }
    }),
  )
}

/** Sends requests until one is rejected with 429. lawful: a limit that several machines count together is enforced a little later. */
async function sendPastLimit(context: Sources): Promise<Spent> {
  const once = await exhaustOnce(context)
  if (once.refused) return once
  const [leastSeconds, patientMs] = [10, 3000]
  return context.given.underSmallLimit((small) => spendAll(small, patientMs), leastSeconds)
}

async function spendAll(small: SmallLimit, patientMs?: number): Promise<Spent> {
  return { ...(await small.spend(patientMs)), limit: small.limit }
}

scenario('a 429 shows the limit and Remaining 0', { verifies: ['RATE-03'], needs, serial: true }, async (context) => {
  const { verify } = context
  // GET /workspaces until a 429.
  const refused = refusedIn(context, await exhaustOnce(context))
  await each(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'], async (header) =>
    verify('RATE-03', refused).hasHeader(header),
  )
  verify('RATE-03', refused).hasHeader('x-ratelimit-remaining', ['0'])
})

/**
 * Seconds of a window whose end is waited for, of one that is clearly longer than the tolerance, and of one in which a reset that is told
 * too early cannot be taken for a late answer.
 */
const windows = { short: 1, middle: 3, long: 6 } as const
/** A reset is told in whole seconds, cut off or rounded. */
const tolerance = 1000

interface AfterReset {
  /** None if no request was rejected. */
  readonly answer: Exchange | undefined
  readonly isAtOnce: boolean
}

async function answerAfterReset(sources: Sources): Promise<Exchange> {
  const { answer, isAtOnce } = await answerAfterWindow(sources, windows.short)
  // What is served a little late may be served since the window was over anyhow, and a short one may be over before it is spent.
  if (answer !== undefined && (isAtOnce || !isServed(answer))) return answer
  return (await answerAfterWindow(sources, windows.long)).answer ?? sources.given.untestable(notSpent)
}

/** The first answer other than 429 after the reset that a 429 tells, or the last within the tolerance. */
function answerAfterWindow({ api, given }: Sources, seconds: number): Promise<AfterReset> {
  return given.underSmallLimit(async (small) => {
    const { refused } = await small.spend()
    if (refused?.status !== 429) return { answer: undefined, isAtOnce: false }
    await small.afterReset(refused)
    const first = await listUnpaced(api)
    if (isServed(first)) return { answer: first, isAtOnce: true }
    return { answer: await askUntil(() => listUnpaced(api), isServed, tolerance), isAtOnce: false }
  }, seconds)
}

const isServed = ({ status }: Exchange): boolean => status !== 429

// GET /workspaces until a 429, and again when the time in its X-RateLimit-Reset has come.
scenario(
  'requests are served again after the reset',
  { verifies: ['RATE-04'], needs, serial: true },
  async (context) => {
    const { api, verify } = context
    const answer = await answerAfterReset(context)
    // lawful: others may have used up the new window before us.
    assume(answer.status !== 429 || !(await isCountUncertain({ api })), uncertain)
    verify('RATE-04', answer).that({
      claim: 'a request after the reset is accepted',
      holds: succeeded(answer),
      expected: 'a success (2xx)',
      received: `${answer.status}`,
      criterion: { kind: 'window', rule: 'serves again after the reset' },
    })
  },
)

scenario(
  'requests are served again after the reset, also if some were rejected before it',
  { verifies: ['RATE-04'], needs: ['control:set-rate-limit'], serial: true },
  async (context) => {
    const { api, given, session, verify } = context
    const answer = await given.underSmallLimit(async (small) => {
      const refused = refusedIn(context, await small.spend())
      const { resetAt = 0 } = rateStateOf(refused)
      const untilReset = resetAt - session.client.targetTimeAt(Date.now())
      return askUntil(() => listUnpaced(api), isServed, Math.max(untilReset, 0) + tolerance)
    }, windows.middle)
    assume(answer.status !== 429 || !(await isCountUncertain({ api })), uncertain)
    verify('RATE-04', answer).that({
      claim: 'a request is accepted at the reset that the first 429 announced',
      holds: answer.status !== 429,
      expected: 'no 429',
      received: `${answer.status}`,
      criterion: { kind: 'window', rule: 'serves again after the reset' },
      hint: 'expiry renewed: each rejected request seems to start the window again',
    })
  },
)

// GET /workspaces until a 429 (`refused`); `before` is X-RateLimit-Remaining in the answer before it.
scenario(
  'a request is rejected with 429 only after X-RateLimit-Remaining has reached 0',
  { verifies: ['RATE-11'], needs, serial: true },
  async (context) => {
    const { api, verify } = context
    const { refused, before, isUsed } = await refusalWithLeastLeft(context)
    // lawful: others may use up what one answer told to remain, and a count may lag.
    assume(isUsed || !(await isCountUncertain({ api })), uncertain)
    verify('RATE-11', refused).that({
      claim: 'the answer before a 429 shows X-RateLimit-Remaining 0',
      holds: isUsed,
      expected: 'X-RateLimit-Remaining 0',
      received: `X-RateLimit-Remaining ${before}`,
      criterion: { kind: 'window', rule: 'refuses only when nothing remained' },
    })
  },
)

interface Refusal {
  readonly refused: Exchange
  /** What the answer before it told to remain. */
  readonly before: number | undefined
  readonly isUsed: boolean
}

/** Others may use up what one answer told to remain; that hardly happens each time. */
async function refusalWithLeastLeft(context: Sources): Promise<Refusal> {
  const once = refusalIn(context, await exhaustOnce(context))
  return once.isUsed ? once : context.given.underSmallLimit((small) => leastLeft(context, small))
}

async function leastLeft({ given }: Pick<CheckContext, 'given'>, small: SmallLimit): Promise<Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const refusal = refusalIn({ given }, await spendAll(small))
    if (attempt === 2 || refusal.isUsed) return refusal
    await small.afterReset(refusal.refused)
  }
}

function refusalIn({ given }: Pick<CheckContext, 'given'>, spent: Spent): Refusal {
  const refused = refusedIn({ given }, spent)
  const [first = given.untestable(nothingServed)] = spent.served
  const before = rateStateOf(spent.served.at(-1) ?? first).remaining
  // lawful: what remained before a request may be told with it, so that the whole limit remains at first and one at last.
  const least = rateStateOf(first).remaining === spent.limit ? 1 : 0
  return { refused, before, isUsed: before !== undefined && before <= least }
}

scenario('a 429 echoes the incoming request id', { verifies: ['HDR-02'], needs, serial: true }, async (context) => {
  // GET /workspaces with an x-request-id, right after the limit was spent.
  const { next, sentId } = await exhaustOnce(context)
  // A missing header has a rule of its own.
  assume(next.status === 429 && next.headers['x-request-id'] !== undefined, notSpent)
  context.verify('HDR-02', next).hasHeader('x-request-id', [sentId], 'a 429')
})

function refusedIn({ given }: Pick<CheckContext, 'given'>, { refused }: Spending): Exchange {
  if (refused?.status === 429) return refused
  return given.untestable(notSpent)
}

const nothingServed = { reason: 'missing-fixture', cause: 'the target served no request before the first 429' } as const
const noEffect = {
  reason: 'missing-control',
  needs: 'control:set-rate-limit',
  cause: 'the control setRateLimit had no effect: X-RateLimit-Limit did not show the limit that was set',
} as const
