import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, Given } from '#suite'
import { descriptionIn } from './description-fields.ts'

/** Milliseconds that a generated description may take; the contract sets no bound, and a model answers within seconds. */
export const patience = 30_000

const shortestPause = 20
const longestPause = 1_000

/** Reads a file until it has a description; `undefined` where none comes within the bound, in milliseconds. */
export async function waitForDescription(
  given: Given,
  id: string,
  bound: number = patience,
): Promise<Exchange | undefined> {
  const end = Date.now() + bound
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const read = await given.fileRecord(id)
    if (descriptionIn(read) !== undefined) return read
    if (Date.now() + pause > end) return undefined
    await sleep(pause)
  }
}
