import { asText, type Content, type Row, type Entry } from '#suite'

/** The values that a list shows, of those that this run has ever given; PROP-16 judges whether they are texts. */
export function valuesShown(entries: readonly Entry[], universe: ReadonlySet<string>): readonly Row[] {
  return rowsOf(entries.flatMap(({ value }) => [value].flat().map(asText)).filter((value) => universe.has(value)))
}

/** The values of a version, as the model knows them. */
export function valuesOf(content: Content | undefined): readonly Row[] {
  return rowsOf([...(content ?? new Map<string, string>()).values()])
}

function rowsOf(values: readonly string[]): readonly Row[] {
  return values.toSorted().map((value) => ({ value }))
}
