import { isRecord } from '#suite'

interface Bad {
  /** Its position, from zero. */
  readonly index: number
  /** How many entries were sent. */
  readonly count: number
  /** A text that only this entry has, if it has one. */
  readonly mark?: string
}

/**
 * Whether an answer tells which entry was bad, in whatever way: a position from zero or one in a `loc`, a key, a number
 * or a message; the entry's own text; or a result for each entry in order.
 */
export function saysWhich(answer: unknown, bad: Bad): boolean {
  const positions = new Set([bad.index, bad.index + 1].map(String))
  const inWords = new RegExp(String.raw`(?<![\w-])(?:${[...positions].join('|')})(?![\w-])`)
  if (typeof answer === 'number') return positions.has(String(answer))
  if (typeof answer === 'string') return inWords.test(answer) || (bad.mark !== undefined && answer.includes(bad.mark))
  if (Array.isArray(answer)) return answer.length === bad.count || answer.some((one) => saysWhich(one, bad))
  if (!isRecord(answer)) return false
  return Object.entries(answer).some(
    // Counts say how many, not which.
    ([name, value]) => positions.has(name) || (!/count|total|limit|status|code/i.test(name) && saysWhich(value, bad)),
  )
}
