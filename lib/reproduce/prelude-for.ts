import { readFileSync } from 'node:fs'

/** Files of `prelude/`, in the order in which they stand in a script. All of the first one begins each script. */
const files = [
  'script',
  'words',
  'requests',
  'things',
  'json',
  'records',
  'lists',
  'times',
  'bytes',
  'races',
  'windows',
] as const

/** A function of the shell, or a variable that it begins with, with the comment above it. */
interface Definition {
  readonly name: string
  readonly text: string
  /** Every word in it: those that are names of others are what it needs. */
  readonly words: ReadonlySet<string>
}

const begun = readPrelude('script')
const further = files.slice(1).flatMap((file) => definitionsIn(readPrelude(file)))

/** The beginning of a script, and of the functions for it those that its lines call, and that these call. */
export function preludeFor(lines: readonly string[]): string {
  const needed = new Set<Definition>()
  const needs = (words: ReadonlySet<string>): void => {
    for (const definition of further) {
      if (needed.has(definition) || !words.has(definition.name)) continue
      needed.add(definition)
      needs(definition.words)
    }
  }
  needs(wordsIn(`${begun}\n${lines.join('\n')}`))
  const texts = further.filter((definition) => needed.has(definition)).map(({ text }) => text)
  return [begun.trimEnd(), ...texts, ''].join('\n\n')
}

function readPrelude(file: (typeof files)[number]): string {
  return readFileSync(new URL(`prelude/${file}.sh`, import.meta.url), 'utf8')
}

/** What stands between empty lines outside of functions. Throws where that defines nothing. */
function definitionsIn(prelude: string): readonly Definition[] {
  return prelude
    .trim()
    .split(/\n\n(?=[#a-z])/)
    .map((text) => {
      const [, name] = /^(?:#.*\n)*([a-z_]+)(?:\(\) \{|=)/.exec(text) ?? []
      if (name === undefined) throw new Error(`no function or variable of the shell: ${text}`)
      return { name, text, words: wordsIn(text) }
    })
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[a-z_]+/g))
}
