import { setTimeout as pause } from 'node:timers/promises'
import { rateStateOf, type Api, type CheckContext, type Exchange, type Identity } from '#suite'

type Sources = Pick<CheckContext, 'api'>

/** GET /workspaces?limit=1, also when the limit is near: the client does not hold it back. */
export function listUnpaced(api: Api, as: Identity = 'own'): Promise<Exchange> {
  return api.send('listWorkspaces', { query: { limit: 1 }, as, pace: false })
}

export const notSpent = {
  reason: 'blocked',
  blockedBy: ['RATE-02'],
  cause: 'the target answered no request with 429',
} as const

/** lawful: several machines may agree on one count only now and then. After this long, each shows what was counted. */
const lagMs = 2100
/** A window that moves on meanwhile tells nothing; resets are whole seconds. */
const drift = 1000
const measurements = 3

/** Requests of one kind in a measurement, so many that nothing but a count of them lowers Remaining so far. */
const inAMeasurement = 10

/** How far Remaining falls while something is done, beyond the reading itself; nothing if no window lasted so long. */
async function fallOver(read: () => Promise<Exchange>, work: () => Promise<unknown>): Promise<number | undefined> {
  for (let tried = 0; tried < measurements; tried += 1) {
    await pause(lagMs)
    const before = rateStateOf(await read())
    await work()
    await pause(lagMs)
    const after = rateStateOf(await read())
    const moved = (after.resetAt ?? Number.NaN) - (before.resetAt ?? Number.NaN)
    const fall = (before.remaining ?? Number.NaN) - (after.remaining ?? Number.NaN)
    if (Math.abs(moved) <= drift && !Number.isNaN(fall)) return fall - 1
  }
  return undefined
}

/**
 * Whether each of these requests is counted in the end, though the answers did not show it; nothing if that cannot be told. What
 * remains is told by the answers to `read`: a kind of request may be counted, and tell a number of its own.
 */
export async function areCountedLate(
  { api }: Sources,
  sends: ReadonlyArray<() => Promise<unknown>>,
  read: () => Promise<Exchange> = () => api.send('listWorkspaces', { query: { limit: 1 } }),
): Promise<boolean | undefined> {
  const several = async (): Promise<void> => {
    for (let sent = 0; sent < inAMeasurement; sent += 1) for (const send of sends) await send()
  }
  const due = inAMeasurement * (sends.length - 0.5)
  const fall = await fallOver(read, several)
  if (fall === undefined || fall >= due) return fall === undefined ? undefined : true
  const again = await fallOver(read, several)
  return again === undefined ? undefined : again >= due
}

/** What lags shows between requests that follow at once, what others send in the time between. */
const pausesToBeSure = [0, 0, 0, ...Array.from({ length: measurements }, () => lagMs / measurements)] as const

/**
 * Whether Remaining falls without a request of ours, or not with each of them: then others use up the limit too, or the count lags,
 * and what a single answer tells proves nothing.
 */
export async function isCountUncertain({ api }: Sources): Promise<boolean> {
  await pause(lagMs)
  let before = await listUnpaced(api)
  for (const ms of pausesToBeSure) {
    await pause(ms)
    const after = await listUnpaced(api)
    const [one, next] = [rateStateOf(before), rateStateOf(after)]
    if (after.status === 429 || next.remaining === 0) return true
    if (one.resetAt === next.resetAt && (one.remaining ?? 0) - (next.remaining ?? 0) !== 1) return true
    before = after
  }
  return false
}

export const uncertain = {
  reason: 'capability-absent',
  remedy: 'run while nobody else uses the organization: others use up its rate limit, or its counter lags',
} as const
