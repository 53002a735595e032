/** A count with its noun, `1 entry` or `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** How many entries there are. */
export function entryCount(count: number): string {
  return counted(count, 'entry', 'entries')
}
