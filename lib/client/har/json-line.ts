/** What JSON leaves as it is, although terminals obey it or readers of lines break at it. */
const stillActive = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Data as one line of JSON that is harmless in a terminal; what it stands for is unchanged. */
export function jsonLine(data: unknown): string {
  const line = JSON.stringify(data)
  if (isHarmless(line)) return line
  return line.replaceAll(stillActive, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Nearly every line is ASCII throughout: that is told in a fraction of the time that a look at each character takes. */
function isHarmless(line: string): boolean {
  return Buffer.byteLength(line) === line.length && !line.includes('\u007f')
}
