/** Something existing that checks can use, or the want of it. */
export interface FoundFixture {
  readonly name: string
  readonly found: boolean
  readonly finding: string
  /** What the target file would declare: a run does not look for it by itself. */
  readonly declare?: Readonly<Record<string, unknown>>
}

export type Entry = Readonly<Record<string, unknown>>

/** The ids of entries that have one. */
export function idsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
