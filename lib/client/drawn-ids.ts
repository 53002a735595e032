import { randomUUID } from 'node:crypto'

/** Words and ids that were drawn by chance to name nothing, lower case. */
const drawn = new Set<string>()

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/** An id that nothing has: a write to it is allowed, for no answer of a target gave it. */
export function drawId(): string {
  return noteDrawn(randomUUID())
}

/** Notes that a text was drawn, and gives it back. */
export function noteDrawn(text: string): string {
  drawn.add(text.toLowerCase())
  return text
}

/** Whether a part of a path stands for nothing: it holds no id that was not drawn, and something that was. */
export function isDrawn(segment: string): boolean {
  const text = segment.toLowerCase()
  const ids = text.match(uuid)
  if (ids !== null) return ids.every((id) => drawn.has(id))
  return [text, ...text.split(/[^\da-z]+/)].some((word) => drawn.has(word))
}
