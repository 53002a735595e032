/** A place in a text, both counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Finds the place of the mistake in a text that `JSON.parse` rejects. */
export function jsonMistake(text: string): TextPlace {
  return placeAt(text, mistakeAt(text))
}

/** The place of a character that is given by its offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function mistakeAt(text: string): number {
  const position = /at position (\d+)/.exec(refusalOf(text))?.[1]
  if (position !== undefined) return Number(position)
  // V8 gives no position for an unexpected token; every prefix of the text that contains the token is rejected because of it.
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (refusalOf(text.slice(0, middle)).startsWith('Unexpected token')) bad = middle
    else good = middle
  }
  return Math.min(good, text.length)
}

function refusalOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
