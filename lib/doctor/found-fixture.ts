/** Something existing that checks can use, or the want of it. */
export interface FoundFixture {
  readonly name: string
  readonly found: boolean
  readonly finding: string
  /** What the target file may declare, which spares each run its own search. */
  readonly declare?: Readonly<Record<string, unknown>>
}

export type Entry = Readonly<Record<string, unknown>>

/** The ids of entries that have one. */
export function idsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
