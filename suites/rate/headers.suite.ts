import { assume, each, rateStateOf, scenario, type CheckContext, type Claim, type Sources } from '#suite'
import { jsonWrite } from '../shared/json-writes.ts'
import { ifPossible } from '../shared/obstacle.ts'
import { filledUpAgain, refillsGradually } from './fills-up.ts'
import { areCountedLate, uncertain } from './measures.ts'
import { type Kinds, noWindow, type Pair, pairsInOneWindow, sendInTurn, type Step } from './series.ts'

const rounds = 3
/** What a sliding window gives back by chance, it does not give back so often. */
const roundsToBeSure = 6

/** One request of each kind: reads, errors, a download, and writes by each method if writes are allowed. */
async function kindsOfRequests({ api, given, session }: Sources): Promise<Kinds> {
  const workspaceId = await given.workspace()
  const query = await given.listQuery('products')
  const kinds = new Map([
    ['the list of workspaces', async () => api.send('listWorkspaces', { query: { limit: 1 } })],
    ['a workspace', async () => api.send('getWorkspace', { path: { workspace_id: workspaceId } })],
    ['the list of products', async () => api.send('listProducts', { query: { ...query, limit: 1 } })],
    ['an unknown product', async () => api.send('getProduct', { path: { product_id: given.unknownId() } })],
    ['the list of users', async () => api.send('listOrganizationUsers', { query: { limit: 1 } })],
    ['a limit out of range', async () => api.send('listWorkspaces', { query: { limit: 0 }, broken: 'limit=0' })],
  ])
  const fileId = await given.listedId('files').catch(() => undefined)
  if (fileId !== undefined) kinds.set('a download', async () => api.send('downloadFile', { path: { file_id: fileId } }))
  if (session.configuration.mode === 'read-write') {
    const product = await given.emptyProduct()
    // What was read is changed without another read, which would be counted as well.
    await given.read('product', product.id)
    kinds.set('a change', async () => given.update(product.id, { description: given.word() }))
    for (const [kind, send] of await otherWrites({ api, given, session })) kinds.set(kind, send)
  }
  return kinds
}

/** Writes that are often handled apart; what cannot be made is left out. */
async function otherWrites(sources: Sources): Promise<Kinds> {
  const { api, given } = sources
  const kinds = new Map([
    ['a deletion of an unknown id', async () => given.remove('product', given.unknownId())],
    [
      'an upload to an unknown target',
      async () => api.send('uploadFile', { path: { target_id: given.unknownId() }, form: [given.filePart()] }),
    ],
  ])
  for (const what of ['creating an item', 'creating items in bulk'] as const) {
    const write = await ifPossible(jsonWrite(what, sources))
    if (write) kinds.set(what, async () => write.send({ json: await write.body() }))
  }
  return kinds
}

// `sendSeries` sends a request of each kind (`kindsOfRequests`), one after the other, three times over; once for all checks of this file.
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
      // lawful: another answer may have told the old count, so only a kind that never lowers Remaining, also if repeated, is free.
      const isCounted = ofKind.some(({ lowered }) => lowered) || (await isCountedWhenRepeated(context, kinds, last))
      context.verify('RATE-01', last.after.exchange, [last.before.exchange]).that(lowersRemaining(last, isCounted))
    })
  },
)

function lowersRemaining({ before, after }: Pair, isCounted: boolean): Claim {
  return {
    claim: `${after.kind} after ${before.kind} lowers X-RateLimit-Remaining`,
    holds: isCounted,
    expected: `X-RateLimit-Remaining below ${remainingOf(before)}`,
    received: `${remainingOf(after)}`,
    criterion: { kind: 'window', rule: 'counts two requests together' },
  }
}

/** Repeats a kind with the one before it alone, which may be what does not count. */
async function isCountedWhenRepeated(
  context: Pick<CheckContext, 'api' | 'given'>,
  kinds: Kinds,
  { before, after }: Pair,
): Promise<boolean> {
  const alternating = new Map([...kinds].filter(([kind]) => kind === before.kind || kind === after.kind))
  const pairs = pairsInOneWindow(await sendInTurn(alternating, roundsToBeSure))
  const again = pairs.filter((next) => next.after.kind === after.kind)
  if (again.length < 2 || again.some(({ lowered }) => lowered)) return true
  assume(!(await refillsGradually(context)), filledUpAgain)
  // lawful: a count that lags shows the requests of the last two seconds all at once.
  const isCountedLate = await areCountedLate(context, [...alternating.values()], alternating.get(after.kind))
  return isCountedLate ?? context.given.untestable(uncertain)
}

function remainingOf({ exchange }: Step): number {
  return rateStateOf(exchange).remaining ?? Number.NaN
}

/** How far a reset may fall back: clocks of several machines do not agree to the second. */
const tolerance = 2000

scenario(
  'X-RateLimit-Limit stays the same within a window',
  { verifies: ['RATE-08'], serial: true },
  async (context) => {
    const { steps } = await sendSeries(context)
    await each(pairsInOneWindow(steps), async ({ before, after }) => {
      const [earlier, later] = [rateStateOf(before.exchange).limit, rateStateOf(after.exchange).limit]
      // A limit that is not told is a breach of its own.
      assume(earlier !== undefined && later !== undefined)
      context.verify('RATE-08', after.exchange, [before.exchange]).that({
        claim: 'X-RateLimit-Limit is the same within a window',
        holds: later === earlier,
        expected: `${earlier}`,
        received: `${later}`,
        criterion: { kind: 'window', rule: 'tells one limit' },
      })
    })
  },
)

scenario(
  'X-RateLimit-Reset does not decrease from one answer to the next',
  { verifies: ['RATE-08'], serial: true },
  async (context) => {
    const { steps } = await sendSeries(context)
    const decreased = decreasingReset(steps)
    const [before, after] = decreased ?? steps.slice(-2)
    context.verify('RATE-08', after?.exchange, before && [before.exchange]).that({
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

scenario('the rate limit and its window are observed', { verifies: ['RATE-10'], serial: true }, async (context) => {
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
