import { isRecord, type CheckContext } from '#suite'

/** Every text of a value, and of the objects and lists in it. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one: unknown) => textsIn(one))
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

/**
 * The names that this run has made up for what is sent. The contract shows no payload for items and properties:
 * whatever a field is called, and wherever it stands, its text tells what it is.
 */
export function namesIn(sent: unknown, { session }: Pick<CheckContext, 'session'>): readonly string[] {
  const { runId } = session.configuration
  return textsIn(sent).filter((text) => text.includes(runId))
}

/** Whether a record shows one of the names, in whatever letter case. */
export function isNamed(record: unknown, names: readonly string[]): boolean {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return textsIn(record).some((text) => wanted.has(text.toLowerCase()))
}

/** The same value with one text in the place of another, at any depth. */
export function withText(value: unknown, from: unknown, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((one: unknown) => withText(one, from, to))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, from, to)]))
}
