import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '#suite'

const betweenAnswers = 200

/** Asks again and again until an answer is the one that is waited for, or for so long; gives the last answer. */
export async function askUntil(
  ask: () => Promise<Exchange>,
  isDue: (answer: Exchange) => boolean,
  forMs: number,
): Promise<Exchange> {
  const until = Date.now() + forMs
  let answer = await ask()
  while (!isDue(answer) && Date.now() < until) {
    await pause(betweenAnswers)
    answer = await ask()
  }
  return answer
}
