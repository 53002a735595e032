import { assume, each, rateStateOf, scenario, type CheckContext, type Claim, type Sources } from '#suite'
import { filledUpAgain, refillsGradually } from './fills-up.ts'
import { areCountedLate, uncertain } from './measures.ts'
import { type Kinds, kindsOfRequests, noWindow, type Pair, pairsInOneWindow, sendInTurn, type Step } from './series.ts'

const rounds = 3
/** What a sliding window gives back by chance, it does not give back so often. */
const roundsToBeSure = 6

/** Sends a request of each kind (lists, a record, errors, a download, writes), one after the other, three times over. */
const sendSeries = (context: Sources): Promise<{ readonly kinds: Kinds; readonly steps: readonly Step[] }> =>
  context.session.shared('series of counted requests', async () => {
    const kinds = await kindsOfRequests(context)
    return { kinds, steps: await sendInTurn(kinds, rounds) }
  })

scenario(
  'each request lowers X-RateLimit-Remaining, whatever the endpoint',
  { verifies: ['RATE-01'], serial: true },
  async (context) => {
    const { kinds, steps } = await sendSeries(context)
    const pairs = pairsInOneWindow(steps)
    assume(pairs.length > 0, noWindow)
    await each(kinds.keys(), async (kind) => {
      const ofKind = pairs.filter(({ after }) => after.kind === kind)
      const last = ofKind.at(-1)
      assume(last !== undefined)
      const isFree = neverLowered(ofKind) && (await isFreeWhenRepeated(context, kinds, ofKind))
      context.verify('RATE-01', last.after.exchange, [last.before.exchange]).that(lowersRemaining(last, !isFree))
    })
  },
)

function lowersRemaining({ before, after }: Pair, holds: boolean): Claim {
  return {
    claim: `${after.kind} after ${before.kind} lowers X-RateLimit-Remaining`,
    holds,
    expected: `less than ${remainingOf(before)}`,
    received: `${remainingOf(after)}`,
    criterion: { kind: 'window', rule: 'counts two requests together' },
  }
}

function neverLowered(pairs: readonly Pair[]): boolean {
  return pairs.every(({ lowered }) => !lowered)
}

/** Whether the request still lowers nothing when it is repeated with the one before it alone: that one may be what does not count. */
async function isFreeWhenRepeated(context: Pick<CheckContext, 'api' | 'given'>, kinds: Kinds, [pair]: readonly Pair[]) {
  const [before, after] = [pair?.before.kind ?? '', pair?.after.kind ?? '']
  const alternating = new Map([...kinds].filter(([kind]) => kind === before || kind === after))
  const again = pairsInOneWindow(await sendInTurn(alternating, roundsToBeSure)).filter(
    (next) => next.after.kind === after,
  )
  if (again.length < 2 || !neverLowered(again)) return false
  assume(!(await refillsGradually(context)), filledUpAgain)
  // lawful: a count that lags shows the requests of the last two seconds all at once.
  const late = await areCountedLate(context, [...alternating.values()], alternating.get(after))
  return !(late ?? context.given.untestable(uncertain))
}

function remainingOf({ exchange }: Step): number {
  return rateStateOf(exchange).remaining ?? Number.NaN
}

/** How far a reset may fall back: clocks of several machines do not agree to the second. */
const tolerance = 2000

scenario(
  'X-RateLimit-Limit and X-RateLimit-Reset stay the same within a window',
  { verifies: ['RATE-08'], serial: true },
  async (context) => {
    const { verify } = context
    const { steps } = await sendSeries(context)
    await each(pairsInOneWindow(steps), async ({ before, after }) => {
      const [earlier, later] = [rateStateOf(before.exchange).limit, rateStateOf(after.exchange).limit]
      // A limit that is not told is a breach of its own.
      assume(earlier !== undefined && later !== undefined)
      verify('RATE-08', after.exchange, [before.exchange]).that({
        claim: 'X-RateLimit-Limit is the same within a window',
        holds: later === earlier,
        expected: `${earlier}`,
        received: `${later}`,
        criterion: { kind: 'window', rule: 'tells one limit' },
      })
    })
    const decreased = decreasingReset(steps)
    const [before, after] = decreased ?? steps.slice(-2)
    verify('RATE-08', after?.exchange, before && [before.exchange]).that({
      claim: 'X-RateLimit-Reset does not decrease',
      holds: decreased === undefined,
      expected: 'a reset that stays or moves on',
      received: 'an earlier reset than before',
      criterion: { kind: 'window', rule: 'tells no earlier reset' },
    })
  },
)

/** Two answers, one after the other, of which the second tells an earlier reset. */
function decreasingReset(steps: readonly Step[]): readonly [Step, Step] | undefined {
  let before: { readonly step: Step; readonly resetAt: number } | undefined
  for (const step of steps) {
    const { resetAt } = rateStateOf(step.exchange)
    if (resetAt === undefined) continue
    if (before && resetAt < before.resetAt - tolerance) return [before.step, step]
    before = { step, resetAt }
  }
  return undefined
}

scenario('the limit and the window are observed', { verifies: ['RATE-10'], serial: true }, async (context) => {
  const { observe } = context
  const { steps } = await sendSeries(context)
  const states = steps.map(({ exchange }) => rateStateOf(exchange))
  observe('RATE-10', 'X-RateLimit-Limit', states.at(-1)?.limit ?? 'not told')
  observe('RATE-10', 'X-RateLimit-Reset within a moment', howResetMoves(states))
})

/** Two resets may be those of two windows, of which the second began just then. */
function howResetMoves(states: ReadonlyArray<ReturnType<typeof rateStateOf>>): 'moves on' | 'stays' {
  const resets = new Set(states.flatMap(({ resetAt }) => resetAt ?? []))
  return resets.size > 2 ? 'moves on' : 'stays'
}
