import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Milliseconds that Node may take to parse one file. */
const longestParse = 5000

/** The line of a file, from 1, of an error during its load or a call. */
export function lineOfError(error: unknown, path: string): number | undefined {
  const { stack = '', name } = error instanceof Error ? error : new Error(String(error))
  const inStack = lineAfter(stack, pathToFileURL(path).href) ?? lineAfter(stack, path)
  if (inStack !== undefined || name !== 'SyntaxError') return inStack
  // Node reports the place of a syntax error only when the process ends with it.
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: longestParse })
  return lineAfter(stderr, pathToFileURL(path).href) ?? lineAfter(stderr, path)
}

/** The first line of a file, from 1, that contains a word. */
export function lineOfWord(word: string, path: string): number | undefined {
  const index = readFileSync(path, 'utf8')
    .split('\n')
    .findIndex((line) => new RegExp(`\\b${word}\\b`).test(line))
  return index < 0 ? undefined : index + 1
}

function lineAfter(text: string, place: string): number | undefined {
  const at = text.indexOf(`${place}:`)
  const line = /^\d+/.exec(text.slice(at + place.length + 1))?.[0]
  return at < 0 || line === undefined ? undefined : Number(line)
}
