import { randomUUID } from 'node:crypto'

/** Words and ids that were drawn at random to name nothing, in lower case. */
const drawn = new Set<string>()

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/** An id that no record has: a write to it is allowed, because it did not come from any answer of the target. */
export function drawId(): string {
  return noteDrawn(randomUUID())
}

/** Notes that a text was drawn, and gives it back. */
export function noteDrawn(text: string): string {
  drawn.add(text.toLowerCase())
  return text
}

/** Whether a part of a path names no record: all ids in it were drawn, and it contains at least one. */
export function isDrawn(segment: string): boolean {
  const text = segment.toLowerCase()
  const ids = text.match(uuid)
  if (ids !== null) return ids.every((id) => drawn.has(id))
  return [text, ...text.split(/[^\da-z]+/)].some((word) => drawn.has(word))
}
