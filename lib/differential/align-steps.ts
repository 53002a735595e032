import type { Step } from '../run/steps/step.ts'

export interface StepPair {
  readonly old: Step
  readonly new: Step
}

/** Beyond this many comparisons, steps are held against each other by their position. */
const mostComparisons = 4_000_000

/**
 * Pairs of what a check asked of both deployments, in its order: the longest common sequence. What one of them was asked
 * alone is passed over: set-up that checks share is made by whichever comes first.
 */
export function alignSteps(olds: readonly Step[], news: readonly Step[]): readonly StepPair[] {
  if (olds.length * news.length > mostComparisons) return byPosition(olds, news)
  const width = news.length + 1
  const lengths = new Uint16Array((olds.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = olds.length - 1; row >= 0; row -= 1)
    for (let column = news.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        olds[row]?.asked === news[column]?.asked
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: StepPair[] = []
  let [row, column] = [0, 0]
  while (row < olds.length && column < news.length) {
    const [old, now] = [olds[row], news[column]]
    if (old && now && old.asked === now.asked) {
      pairs.push({ old, new: now })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

function byPosition(olds: readonly Step[], news: readonly Step[]): readonly StepPair[] {
  return olds.flatMap((old, index) => {
    const now = news[index]
    return now?.asked === old.asked ? [{ old, new: now }] : []
  })
}
