/** The fields of records that the contract does not show, each with the JSON types seen, `?` where some records lack it. */
export function shapeOf(records: ReadonlyArray<Readonly<Record<string, unknown>>>): string {
  const types = new Map<string, { readonly seen: Set<string>; count: number }>()
  for (const record of records)
    for (const [field, value] of Object.entries(record)) {
      const known = types.get(field) ?? { seen: new Set<string>(), count: 0 }
      known.seen.add(jsonType(value))
      known.count += 1
      types.set(field, known)
    }
  return [...types]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([field, { seen, count }]) => `${field}${count < records.length ? '?' : ''}: ${[...seen].toSorted().join('|')}`,
    )
    .join(', ')
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
