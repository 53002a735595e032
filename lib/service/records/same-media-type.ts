/** Whether two media types are the same but for letter case and parameters such as a charset. */
export function sameMediaType(one: string, other: string): boolean {
  return essence(one) === essence(other)
}

/** A media type without its parameters, in lower case. */
export function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
