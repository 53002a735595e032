import { rateStateOf, type Exchange } from '#suite'

/** A request of a series, by what it stands for. */
export interface Step {
  readonly kind: string
  readonly exchange: Exchange
}

export type Kinds = ReadonlyMap<string, () => Promise<Exchange>>

/** Sends the kinds round after round, one request after the other. */
export async function sendInTurn(kinds: Kinds, rounds: number): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, send] of kinds) steps.push({ kind, exchange: await send() })
  return steps
}

/** Why nothing can be told if no pair of a series tells something. */
export const noWindow = {
  reason: 'blocked',
  blockedBy: ['HDR-05', 'HDR-06'],
  cause: 'no two answers were in one window',
} as const

/** Two requests that followed each other in one window. */
export interface Pair {
  readonly before: Step
  readonly after: Step
  readonly lowered: boolean
}

/** Resets are whole seconds, and that of a sliding window moves on by one now and then. */
const drift = 1000

/** The pairs of a series that tell something: if the reset moved and Remaining did not fall, a new window may have begun. */
export function pairsInOneWindow(steps: readonly Step[]): readonly Pair[] {
  return steps.slice(1).flatMap((after, index) => {
    const before = steps[index]
    if (!before) return []
    const [one, next] = [rateStateOf(before.exchange), rateStateOf(after.exchange)]
    if (one.remaining === undefined || next.remaining === undefined) return []
    const lowered = next.remaining < one.remaining
    const moved = Math.abs((next.resetAt ?? Number.NaN) - (one.resetAt ?? Number.NaN))
    return moved === 0 || (moved <= drift && lowered) ? [{ before, after, lowered }] : []
  })
}
