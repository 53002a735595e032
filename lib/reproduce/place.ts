import type { Exchange } from '../client/exchange.ts'
import { flattenJson, type Leaf } from './flatten-json.ts'
import type { NamedIds } from './name-ids.ts'
import { quoted, shellWord } from './shell-text.ts'

/** Where a value stands in an answer, for the run and for a script, which finds an entry of a list by its id. */
export interface Place {
  /** In the answer of the run. */
  readonly path: string
  /** The same as a word of the shell, where `step` is the number of the answer. */
  readonly word: (step: string) => string
}

/** The values of an answer; none where it is no JSON. */
export function leavesOf({ body }: Exchange): readonly Leaf[] {
  return flattenJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) ?? []
}

/** A path as a place that a script can find; `undefined` in an entry of a list that has no id that the script knows. */
export function placeAt(exchange: Exchange, path: string, names: NamedIds): Place | undefined {
  const entry = /^(.*\[\d+\])((?:\.\w+)*)$/.exec(path)
  if (!entry) return { path, word: () => quoted(path) }
  const [, within = '', rest = ''] = entry
  const id = leavesOf(exchange).find((leaf) => leaf.path === `${within}.id`)?.text
  const variable = id === undefined ? undefined : names.variableOf(id)
  if (id === undefined || (variable === undefined && !names.existing.includes(id))) return undefined
  const word = shellWord(variable === undefined ? [id] : [{ variable }])
  return { path, word: (step) => `"$(place ${step} ${word})${rest}"` }
}

/** The place of a record in an answer. */
export function placeOfRecord(exchange: Exchange, id: string, names: NamedIds): Place | undefined {
  const found = leavesOf(exchange).find(({ path, text }) => /(?:^|\])\.id$|^\.\w+\.id$/.test(path) && text === id)
  return found && placeAt(exchange, found.path.slice(0, -'.id'.length), names)
}

/** The values under a path, by their paths within. */
export function leavesUnder(leaves: readonly Leaf[], path: string): readonly Leaf[] {
  return leaves.flatMap((leaf) =>
    leaf.path === path || (/^[.[]/.test(leaf.path.slice(path.length)) && leaf.path.startsWith(path))
      ? [{ ...leaf, path: leaf.path.slice(path.length) }]
      : [],
  )
}
