import { isDeepStrictEqual } from 'node:util'
import type { SameFields } from '../../checks/finding.ts'
import type { NewFinding } from '../../checks/run-journal.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

type Path = ReadonlyArray<string | number>

/** Where an answer of the run shows a value. */
export interface Place {
  readonly exchange: Exchange
  readonly path: Path
}

/** Shorter texts stand in an answer by chance. */
const longEnough = 8

/** The places of the two values that a claim holds to be the same; each `undefined` where no answer shows it, or in several places. */
export function comparedPlaces(
  finding: NewFinding,
  criterion: SameFields,
): { readonly received?: Place; readonly expected?: Place } {
  const about = finding.exchanges.at(-1)
  if (!about) return {}
  const answers = answersOf(finding)
  const { received: value, at } = criterion
  const received =
    value === undefined && at !== undefined
      ? { exchange: about, path: at.split('.').slice(1) }
      : placeIn(typeof value === 'number' ? [about] : [about, ...answers], value, finding.claim)
  if (!received) return {}
  const isApart = ({ exchange, path }: Place): boolean =>
    exchange.sequence !== received.exchange.sequence || !isDeepStrictEqual(path, received.path)
  const others = answers.filter(({ sequence }) => sequence !== received.exchange.sequence)
  const expected = placeIn([...others, received.exchange], criterion.expected, finding.claim)
  return { received, ...(expected && isApart(expected) && { expected }) }
}

/** All that a finding was made of, the latest first. */
export function answersOf({ exchanges, trail = [], beside = [], prepared = [] }: NewFinding): readonly Exchange[] {
  const all = new Map([...prepared, ...trail, ...beside, ...exchanges].map((exchange) => [exchange.sequence, exchange]))
  return [...all.values()].toSorted((one, other) => other.sequence - one.sequence)
}

function placeIn(answers: readonly Exchange[], value: unknown, claim: string): Place | undefined {
  // The value itself, before one that is equal to it.
  for (const isSought of [
    (node: unknown) => isRecord(node) && node === value,
    (node: unknown) => isShownAs(node, value),
  ])
    for (const exchange of answers) {
      const paths = pathsOf(exchange.json, isSought)
      const words = new Set(claim.split(/\W+/))
      const path = paths.length > 1 ? paths.find((one) => words.has(String(one.at(-1)))) : paths[0]
      if (path) return { exchange, path }
      if (paths.length > 0) return undefined
    }
  return undefined
}

/** The same text or number, or a record that has all the fields which a check has put together. */
function isShownAs(node: unknown, value: unknown): boolean {
  if (typeof value === 'string') return value.length >= longEnough && node === value
  if (typeof value === 'number') return node === value
  if (!isRecord(value) || !isRecord(node)) return false
  const fields = Object.entries(value)
  return fields.length > 0 && fields.every(([name, field]) => isDeepStrictEqual(node[name] ?? null, field ?? null))
}

/** Where what is sought stands in an answer. */
export function pathsOf(node: unknown, isSought: (node: unknown) => boolean, path: Path = []): readonly Path[] {
  const here = isSought(node) ? [path] : []
  if (Array.isArray(node))
    return [...here, ...node.flatMap((entry: unknown, index) => pathsOf(entry, isSought, [...path, index]))]
  if (!isRecord(node)) return here
  return [...here, ...Object.entries(node).flatMap(([name, field]) => pathsOf(field, isSought, [...path, name]))]
}

/** A path as jq has it, from the body on: entries of lists by the ids that the transcript knows. */
export function jqPath(json: unknown, path: Path, isKnown: (id: string) => boolean): string {
  let node = json
  let text = ''
  for (const step of path) {
    node = Array.isArray(node) ? node[Number(step)] : isRecord(node) ? node[step] : undefined
    if (typeof step === 'string') text += /^[a-z_]\w*$/i.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
    else text = entryPath(node, text, isKnown) ?? `${text}[${step}]`
  }
  return text
}

function entryPath(entry: unknown, list: string, isKnown: (id: string) => boolean): string | undefined {
  if (!isRecord(entry)) return undefined
  for (const name of ['id', 'name']) {
    const value = entry[name]
    if (typeof value === 'string' && isKnown(value))
      return `${list}[] | select(.${name} == ${JSON.stringify(value)}) | .`.replace(/ \| \.$/, '')
  }
  return undefined
}
