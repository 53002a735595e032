import type { Content } from '#suite'
import type { Entry } from '../subjects/specimens.ts'

/** The values that a list shows, of those that this run has ever given. */
export function valuesShown(entries: readonly Entry[], universe: ReadonlySet<string>): readonly string[] {
  return entries
    .map(({ value }) => String(value))
    .filter((value) => universe.has(value))
    .toSorted()
}

/** The values of a version, as the model knows them. */
export const valuesOf = (content: Content | undefined): readonly string[] =>
  [...(content ?? new Map<string, string>()).values()].toSorted()
