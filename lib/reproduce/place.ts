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

/** How many entries a list shows. */
export function entriesOf(list: Exchange): number {
  return new Set(leavesOf(list).flatMap(({ path }) => /^(?:\.items)?\[\d+\]/.exec(path)?.[0] ?? [])).size
}

/** A path as a place that a script can find; `undefined` in an entry of a list that has no id that the script knows. */
export function placeAt(exchange: Exchange, path: string, names: NamedIds): Place | undefined {
  const leaves = leavesOf(exchange)
  for (const entry of entriesAround(path)) {
    const id = leaves.find((leaf) => leaf.path === `${entry}.id`)?.text
    if (id === undefined) continue
    const draft = leaves.find((leaf) => leaf.path === `${entry}.${draftId}`)?.text
    // Its own id is that of one version.
    const word = draft === undefined || names.variableOf(draft) === undefined ? wordOf(id, names) : undefined
    const [command, known] = word === undefined ? ['place_by', wordOfField(leaves, entry, names)] : ['place', word]
    if (known === undefined) return undefined
    return { path, word: (step) => `"$(${command} ${step} ${known})${path.slice(entry.length)}"` }
  }
  // What stands within one record stays where it is; the entries of a list come and go.
  return /^(?:\.items)?\[/.test(path) ? undefined : { path, word: () => quoted(path) }
}

/** The entries of lists that a path leads through, the innermost first. */
function entriesAround(path: string): readonly string[] {
  return Array.from(path.matchAll(/\[\d+\]/g), ({ index, 0: text }) => path.slice(0, index + text.length)).toReversed()
}

function wordOf(id: string, names: NamedIds): string | undefined {
  const variable = names.variableOf(id)
  if (variable !== undefined) return shellWord([{ variable }])
  return names.existing.includes(id) || names.wasThere(id) ? shellWord([id]) : undefined
}

/** Fields that tell one entry of a list from the others, where its id is given out anew: in each version of a product. */
const draftId = 'draft_property_id'
const tellingFields = [draftId, 'name']

/** The text of the field by which a script finds an entry again. */
export function wordOfField(leaves: readonly Leaf[], entry: string, names: NamedIds): string | undefined {
  for (const field of tellingFields) {
    const text = leaves.find(({ path }) => path === `${entry}.${field}`)?.text
    if (
      text === undefined ||
      (field === draftId && !isMadeAlone(text, names)) ||
      leaves.filter((leaf) => leaf.text === text).length > 1
    )
      continue
    const pieces = names.names.pieces(text)
    if (pieces.some((piece) => typeof piece !== 'string')) return shellWord(pieces)
  }
  return undefined
}

/** An id that the answer to a creation has shown; another one may be named there by mistake. */
function isMadeAlone(id: string, names: NamedIds): boolean {
  const variable = names.variableOf(id)
  return [...names.taken.values()].flat().some((taken) => taken.variable === variable && taken.path === '.id')
}

/** The place of a record in an answer. */
export function placeOfRecord(exchange: Exchange, id: string, names: NamedIds): Place | undefined {
  const found = leavesOf(exchange).find(({ path, text }) => path.endsWith('.id') && text === id)
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
