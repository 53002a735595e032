import { readFileSync } from 'node:fs'

const base = part('prelude')
/** Parts that few scripts need, by what tells that a script does. */
const parts: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:at_once|in_turn)\b/, part('prelude-race')],
  [/\b(?:small_limit|past_limit_step|counts|tells_one)\b/, part('prelude-window')],
]

/** The functions that the lines of a script call, and that these call. */
export function preludeFor(lines: readonly string[]): string {
  const calls = lines.join('\n')
  return [base, ...parts.flatMap(([use, text]) => (use.test(calls) ? [text] : []))].join('')
}

function part(name: string): string {
  return readFileSync(new URL(`${name}.sh`, import.meta.url), 'utf8')
}
