import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '#suite'

/** So long that even an organization with the smallest limit of a control is not refused for being asked again. */
const betweenAnswers = 450

/**
 * Asks again and again until an answer is the one that is waited for, or until the pauses between were so long; returns the last
 * answer.
 */
export async function askUntil(
  ask: () => Promise<Exchange>,
  isExpected: (answer: Exchange) => boolean,
  forMs: number,
): Promise<Exchange> {
  let answer = await ask()
  for (let waited = 0; !isExpected(answer) && waited < forMs; waited += betweenAnswers) {
    await pause(betweenAnswers)
    answer = await ask()
  }
  return answer
}
