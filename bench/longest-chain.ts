import type { Exchange } from '../lib/client/exchange.ts'
import type { Check } from '../lib/run/check.ts'

/**
 * Requests that had to wait for one another: what the dialect takes to be learned, then the longest check,
 * then those that run alone, each after the other.
 */
export function longestChain(exchanges: readonly Exchange[], checks: readonly Check[]): number {
  const lengths = new Map(
    [...Map.groupBy(exchanges, ({ check }) => check)].map(([title, own]) => [title, oneAfterAnother(own)]),
  )
  const of = (title: string): number => lengths.get(title) ?? 0
  const alone = checks.filter((check) => check.serial).reduce((sum, { title }) => sum + of(title), 0)
  const beside = checks.filter((check) => !check.serial).map(({ title }) => of(title))
  return of('discovery of the dialect') + Math.max(0, ...beside) + alone
}

/** How many of the exchanges began only after another of them had ended. */
function oneAfterAnother(exchanges: readonly Exchange[]): number {
  let length = 0
  let ended = 0
  for (const { startedAt, durationMs } of [...exchanges].sort((one, other) => one.startedAt - other.startedAt)) {
    if (startedAt < ended) continue
    length += 1
    ended = startedAt + Math.floor(durationMs)
  }
  return length
}
