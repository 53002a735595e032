import type { Leaf } from './flatten-json.ts'

/** A value of an answer and where it stands: what a script compares. */
export interface Fact {
  readonly place: string
  readonly text: string
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi
const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g
const whole = /^[\w-]{16,}$/

/** Values that a run had by chance, by their names. */
export type NamedValues = ReadonlyMap<string, string>

/** The values of a body in the words in which the functions of a script write them. */
export function factsOf(leaves: readonly Leaf[], names: NamedValues): readonly Fact[] {
  return leaves
    .map(({ path, text, isText }) => named({ place: path, text: isText ? `"${text}"` : text }, names))
    .map((fact) => (isMadeUp(fact) ? { ...fact, text: '"{made}"' } : fact))
}

function named({ place, text }: Fact, names: NamedValues): Fact {
  const quote = text.startsWith('"') ? '"' : ''
  let shown = quote === '' ? text : text.slice(1, -1)
  for (const [value, name] of [...names].toReversed()) {
    if (shown === value) {
      shown = `{${name}}`
      break
    }
    if (value.length >= 8) shown = shown.replaceAll(value, `{${name}}`)
  }
  shown = shown.replaceAll(uuid, '{id}').replaceAll(time, '{time}')
  if (place.endsWith('id') && whole.test(shown) && /\d/.test(shown)) shown = '{id}'
  return { place, text: `${quote}${shown}${quote}` }
}

/** A readable id that a service makes from a name ends by chance; one that was sent ends with a word of ours, or is named. */
function isMadeUp({ place, text }: Fact): boolean {
  return place.endsWith('.readable_id') && /^".*[^}]"$/s.test(text)
}
