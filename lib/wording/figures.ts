/** A number with commas between its thousands. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** A count with its noun, `1 check` or `2 checks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** When a run was started, to the minute. */
export function startedText(startedAt: string): string {
  return startedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')
}

/** An estimated duration, in a suitable unit. */
export function durationText(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
