/** When a run was started, to the minute. */
export function startedText(startedAt: string): string {
  return startedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')
}
