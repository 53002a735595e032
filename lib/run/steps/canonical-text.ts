const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const instant = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?/g
const longHexadecimal = /\b[0-9a-f]{16,}\b/gi
/** Random words of the suite and similar ones: eight letters and digits, both present. */
const word = /(?<![a-z0-9])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8}(?![a-z0-9])/gi
const longest = 160

/** A text without the parts that differ in every run: ids, times, the run's own names. */
export function canonicalText(text: string, runId: string): string {
  const masked = text
    .replaceAll(uuid, '<id>')
    .replaceAll(instant, (_, fraction: string | undefined, zone: string | undefined) => instantOf(fraction, zone))
    .replaceAll(new RegExp(`${runId}(?:[-_ ]?[a-z0-9]+)*`, 'gi'), '<name>')
    .replaceAll(longHexadecimal, '<hex>')
    .replaceAll(word, '<word>')
  return masked.length > longest ? `${masked.slice(0, longest)}…` : masked
}

/** A sentence for people: numbers in it are mostly sizes and positions. */
export function canonicalSentence(text: string, runId: string): string {
  return canonicalText(text, runId).replaceAll(/\d+/g, '#')
}

/** The ids in a text, lower case. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(uuid)].map(([id]) => id.toLowerCase())
}

/** The notation of a time is kept: its zone, and the approximate number of digits. */
function instantOf(fraction: string | undefined, zone: string | undefined): string {
  const digits = fraction === undefined ? '' : fraction.length > 4 ? ', fine' : ', milliseconds'
  return `<instant ${zone === 'Z' ? 'Z' : zone === undefined ? 'without zone' : 'with offset'}${digits}>`
}
