import { setTimeout as pause } from 'node:timers/promises'
import { assume, each, rateStateOf, scenario } from '#suite'
import type { Api, CheckContext, Exchange, Identity, SmallLimit } from '#suite'
import { askUntil } from './ask-until.ts'
import { filledUpAgain, refillsGradually } from './fills-up.ts'
import { areCountedLate, listUnpaced, uncertain } from './measures.ts'
import { type Kinds, noWindow, pairsInOneWindow, sendInTurn } from './series.ts'

const sameKey = 'same-org-key|control:create-key'
const smallLimit = 'small-limit|control:set-rate-limit'
/** Each pair tells of one direction; a window may turn in between. */
const rounds = 6

const listWorkspacesAs = (api: Api, as: Identity) => async () => api.send('listWorkspaces', { query: { limit: 1 }, as })

// GET /workspaces with two keys in turn, six times: X-RateLimit-Remaining must fall from each answer to the next, whichever key it was.
scenario(
  'requests with different keys of an organization are counted together',
  { verifies: ['RATE-06'], needs: [sameKey], serial: true },
  async ({ api, given, verify }) => {
    const kinds: Kinds = new Map([
      ['own', listWorkspacesAs(api, 'own')],
      ['same-organization', listWorkspacesAs(api, 'same-organization')],
    ])
    const isSharedLate = async (): Promise<boolean> =>
      (await areCountedLate({ api }, [listWorkspacesAs(api, 'same-organization')])) ?? given.untestable(uncertain)
    const pairs = pairsInOneWindow(await sendInTurn(kinds, rounds))
    await each(kinds.keys(), async (kind) => {
      const ofKind = pairs.filter(({ after }) => after.kind === kind)
      assume(ofKind.length >= 2, noWindow)
      const lowersOther = ofKind.some(({ lowered }) => lowered)
      // lawful: a bucket that refills as fast as it is used, and a count that lags by two seconds
      assume(lowersOther || !(await refillsGradually({ api })), filledUpAgain)
      const isCounted = lowersOther || (await isSharedLate())
      const last = ofKind.at(-1)
      verify('RATE-06', last?.after.exchange, last && [last.before.exchange]).that({
        claim: 'a request with one key lowers X-RateLimit-Remaining of the other key',
        holds: isCounted,
        expected: 'one count for both keys',
        received: 'a count for each key',
        criterion: { kind: 'window', rule: 'counts two requests together' },
      })
    })
  },
)

/** lawful: what one machine has counted, another may know a little later. */
const lagMs = 2100
/** A window that does not turn while that is waited for. */
const secondsWithLag = 4

// GET /workspaces with the own key until a 429, then with another key of the organization.
scenario(
  'past the limit, another key of the organization is answered with 429',
  { verifies: ['RATE-06'], needs: [sameKey, smallLimit], serial: true },
  async ({ api, given, verify }) => {
    await given.underSmallLimit(async (small) => {
      const { refused } = await small.spend()
      const withOwnKey = [refused]
      const ask = async (): Promise<Exchange> => {
        const answer = await listUnpaced(api, 'same-organization')
        // In a window that has turned meanwhile, what both keys send may use up the limit again.
        withOwnKey.push(await listUnpaced(api, 'own'))
        return answer
      }
      const answer = await askUntil(ask, ({ status }) => status === 429, lagMs)
      assume(
        withOwnKey.every((one) => one?.status === 429),
        notSpent,
      )
      verify('RATE-06', answer).hasStatus(429, { hint: 'rate limit: each key seems to have its own counter' })
    }, secondsWithLag)
  },
)

const bursts = [6, 18] as const

// GET /workspaces with the own key before and after 6 requests (18 to be sure) with the key of another organization.
scenario(
  'requests of one organization do not lower the remaining requests of another',
  { verifies: ['RATE-07'], needs: ['second-key'], serial: true },
  async ({ api, verify }) => {
    const [, burst] = bursts
    const excess = await confirmedExcess({ api })
    verify('RATE-07', api.trail.at(-1)).that({
      claim: 'X-RateLimit-Remaining of one organization does not fall by the requests of another',
      holds: excess < burst / 2,
      expected: 'no further than without them',
      received: `${excess} further with ${burst} requests of the other in between`,
      criterion: { kind: 'window', rule: 'counts organizations apart' },
    })
  },
)

/** lawful: others of the organization send meanwhile; only what a second, larger measure confirms counts. */
async function confirmedExcess(sources: Pick<CheckContext, 'api'>): Promise<number> {
  const [few, many] = bursts
  const excess = await excessOf(sources, few)
  return excess < few / 2 ? excess : excessOf(sources, many)
}

/** By how much more Remaining falls at least when the other organization sends so many requests than when nobody of ours sends any. */
async function excessOf({ api }: Pick<CheckContext, 'api'>, burst: number): Promise<number> {
  const own = listWorkspacesAs(api, 'own')
  const other = listWorkspacesAs(api, 'other-organization')
  const excesses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = await own()
    const began = performance.now()
    for (let sent = 0; sent < burst; sent += 1) await other()
    const lasted = performance.now() - began
    const middle = await own()
    await pause(lasted)
    const end = await own()
    const [with_, without] = [fallBetween(start, middle), fallBetween(middle, end)]
    if (with_ === undefined || without === undefined) continue
    // The least of all rounds counts: a small one settles it.
    if (with_ - without < burst / 2) return with_ - without
    excesses.push(with_ - without)
  }
  assume(excesses.length >= rounds / 2, noWindow)
  return Math.min(...excesses)
}

function fallBetween(before: Exchange, after: Exchange): number | undefined {
  const [one, next] = [rateStateOf(before), rateStateOf(after)]
  if (one.resetAt !== next.resetAt || one.remaining === undefined || next.remaining === undefined) return undefined
  return one.remaining - next.remaining
}

/** Others of the other organization may use up its limit; that hardly happens each time. */
const attempts = 3

// GET /workspaces with the own key until a 429, then with the key of another organization.
scenario(
  'another organization is served after this one has exhausted its limit',
  { verifies: ['RATE-07'], needs: ['second-key', smallLimit], serial: true },
  async ({ api, given, verify }) => {
    const answer = await given.underSmallLimit((small) =>
      answerPastLimit(() => listUnpaced(api, 'other-organization'), small),
    )
    verify('RATE-07', answer).hasStatus({ except: [429] })
  },
)

/** What the other organization is answered when the limit of this one is spent: the first answer that is no 429, or the last. */
async function answerPastLimit(list: () => Promise<Exchange>, small: SmallLimit): Promise<Exchange> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await list()
    const { refused } = await small.spend()
    const answer = await list()
    assume(refused?.status === 429 && (rateStateOf(before).remaining ?? 0) !== 0, notSpent)
    if (answer.status !== 429 || attempt === attempts) return answer
    await small.afterReset(refused)
  }
}

const notSpent = {
  reason: 'blocked',
  blockedBy: ['RATE-02'],
  cause: 'the limit could not be exhausted within one window',
} as const
