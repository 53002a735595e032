/** The present time, or a millisecond after the given one where that is not past yet: two changes in a row still move it. */
export function laterThan(time: string): string {
  return new Date(Math.max(Date.now(), Date.parse(time) + 1)).toISOString()
}
