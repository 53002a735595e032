import { diffArrays } from 'diff'
import type { Step } from '../run/steps/step.ts'

export interface StepPair {
  readonly old: Step
  readonly new: Step
}

/** Beyond this many steps that only one of them has, steps are held against each other by their position. */
const mostEdits = 2000

/**
 * Pairs of what a check asked of both deployments, in its order: the longest common sequence. What one of them was asked
 * alone is passed over: set-up that checks share is made by whichever comes first.
 */
export function alignSteps(olds: readonly Step[], news: readonly Step[]): readonly StepPair[] {
  const changes = diffArrays(asked(olds), asked(news), { maxEditLength: mostEdits })
  if (changes === undefined) return byPosition(olds, news)
  const pairs: StepPair[] = []
  let [row, column] = [0, 0]
  for (const { count, added, removed } of changes) {
    if (!added && !removed) pairs.push(...byPosition(olds.slice(row, row + count), news.slice(column, column + count)))
    if (!added) row += count
    if (!removed) column += count
  }
  return pairs
}

function asked(steps: readonly Step[]): string[] {
  return steps.map((step) => step.asked)
}

function byPosition(olds: readonly Step[], news: readonly Step[]): readonly StepPair[] {
  return olds.flatMap((old, index) => {
    const now = news[index]
    return now?.asked === old.asked ? [{ old, new: now }] : []
  })
}
