import { setTimeout as sleep } from 'node:timers/promises'
import { inTurn, isRecord, type Exchange, type Given, type MadeFile, type Session } from '#suite'
import { descriptionIn } from './description-fields.ts'

/** Milliseconds that a generated description may take; the contract sets no bound, and a model answers within seconds. */
const longestWaitMs = 30_000

const shortestPause = 20
const longestPause = 1_000
/** The time that a description took is the measure of later waits: a longer step would lengthen each of them. */
const longerEachTime = 1.5

/** What is awaited: the description of an upload, other than the texts that stand in its place meanwhile. */
export interface Awaited {
  readonly file: Pick<MadeFile, 'id' | 'exchange'>
  readonly placeholders: ReadonlySet<string>
  readonly timeoutMs: number
}

/** The longest wait for a description, in milliseconds. */
export function descriptionTimeout({ latenessMs }: Pick<Session, 'latenessMs'>): number {
  return latenessMs ?? longestWaitMs
}

/**
 * Reads a file until it has a description; `undefined` if none comes in time. A text that the answer to the upload showed is one
 * only if no other comes: it may have been a placeholder.
 */
export async function waitForDescription(
  given: Given,
  { file, placeholders, timeoutMs }: Awaited,
): Promise<Exchange | undefined> {
  const shownAtOnce = descriptionIn(file.exchange)
  // Only pauses count: a machine that stands still takes no read away.
  let left = timeoutMs
  for (let pause = shortestPause; ; pause = Math.min(pause * longerEachTime, longestPause)) {
    const read = await given.fileRecord(file.id)
    const text = descriptionIn(read)
    const isGenerated = text !== undefined && !placeholders.has(text)
    if (isGenerated && text !== shownAtOnce) return read
    if (pause > left) return isGenerated ? read : undefined
    await sleep(pause)
    left -= pause
  }
}

/**
 * Texts that several uploads show at once: descriptions of different files differ. Where the answer to an upload says nothing of a
 * description, its record is read.
 */
export async function placeholdersOf(given: Given, uploads: readonly Awaited['file'][]): Promise<ReadonlySet<string>> {
  const records = await inTurn(uploads, async ({ id, exchange }) =>
    isRecord(exchange.json) && !('description' in exchange.json) ? given.fileRecord(id) : exchange,
  )
  const texts = records.flatMap((record) => descriptionIn(record) ?? [])
  return new Set(texts.filter((text, index) => texts.indexOf(text) !== index))
}
