let last: { readonly text: string; readonly time: number } | undefined

/** What a `Date` header says, in milliseconds since the epoch; `NaN` where it says nothing. Answers of one second say the same. */
export function timeOfDateHeader(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  if (last?.text !== text) last = { text, time: Date.parse(text) }
  return last.time
}
