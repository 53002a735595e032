/** Whether two media types are the same but for letter case and parameters such as a charset. */
export function sameMediaType(one: string, other: string): boolean {
  return essence(one) === essence(other)
}

function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
