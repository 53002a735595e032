/** Values that `limit` and `offset` must not have, each with the requirement that says so. */
export const wrongPages = [
  { id: 'PAGE-07', parameter: 'limit', values: ['0'] },
  { id: 'PAGE-08', parameter: 'limit', values: ['500', '201', '1000', '2147483648', '9223372036854775808'] },
  { id: 'PAGE-09', parameter: 'limit', values: ['-1', '-50'] },
  // An empty value may count as absent, as in many libraries.
  { id: 'PAGE-10', parameter: 'limit', values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'] },
  { id: 'PAGE-12', parameter: 'offset', values: ['-1', '-100'] },
  // An empty offset may pass for 0, which is an offset.
  { id: 'PAGE-13', parameter: 'offset', values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'] },
] as const

/**
 * Values that the filters of the list of properties must not have. The contract states no status for an `includeDeleted` that is
 * not a boolean.
 */
export const wrongFilters = [
  { id: 'PROP-22', parameter: 'type', values: ['nonsense'] },
  { id: 'VER-05', parameter: 'version', values: ['latest'] },
  { id: 'PROP-25', parameter: 'includeDeleted', values: ['maybe'] },
] as const

/** What a lenient reader of numbers takes, and what is just out of bounds. */
export const tellingValues: ReadonlySet<string> = new Set(['0', '201', '-1', '1.5', '10abc'])

type Group = (typeof wrongPages)[number] | (typeof wrongFilters)[number]

/** One value that a query parameter must not have. */
export interface WrongValue {
  readonly id: Group['id']
  readonly parameter: Group['parameter']
  readonly value: string
}

/** Each value of the groups. */
export function eachValue(groups: readonly Group[]): readonly WrongValue[] {
  return groups.flatMap(({ id, parameter, values }) => values.map((value) => ({ id, parameter, value })))
}

/** The first value of each group, for rows in which another parameter stands beside it. */
export function firstValues(groups: readonly Group[]): readonly WrongValue[] {
  return groups.map(({ id, parameter, values }) => ({ id, parameter, value: values[0] }))
}
