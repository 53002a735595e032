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
  const fields = sentFields(criterion.expected, answers)
  const received = placeOfReceived(criterion, { about, answers, fields })
  if (!received) return {}
  const isApart = ({ exchange, path }: Place): boolean =>
    exchange.sequence !== received.exchange.sequence || !isDeepStrictEqual(path, received.path)
  const others = answers.filter(({ sequence }) => sequence !== received.exchange.sequence)
  const expected = placeIn([...others, received.exchange], criterion.expected, fields)
  return { received, ...(expected && isApart(expected) && { expected }) }
}

interface Searched {
  readonly about: Exchange
  readonly answers: readonly Exchange[]
  readonly fields: ReadonlySet<string>
}

/** Where what was received stands, or ought to: at the place that the claim names, where it is shown, or in the field in which what was expected had been sent. */
function placeOfReceived({ received: value, at }: SameFields, { about, answers, fields }: Searched): Place | undefined {
  if (value === undefined && at !== undefined) return { exchange: about, path: at.split('.').slice(1) }
  const shown = placeIn(typeof value === 'number' ? [about] : [about, ...answers], value, fields)
  if (shown || (typeof value === 'object' && value !== null)) return shown
  const [field, ...rest] = fields
  const { json } = about
  const isMissed =
    field !== undefined && rest.length === 0 && isRecord(json) && (json[field] ?? null) === (value ?? null)
  return isMissed ? { exchange: about, path: [field] } : undefined
}

/** The fields in which a value was sent. */
function sentFields(value: unknown, answers: readonly Exchange[]): ReadonlySet<string> {
  const names = answers.flatMap(({ request }) => {
    const body = request.body?.text ?? ''
    if (body === '' || typeof value !== 'string') return []
    const inJson = new RegExp(`"(\\w+)": ?${RegExp.escape(JSON.stringify(value))}`, 'g')
    const inForm = new RegExp(`name="(\\w+)"\r\n[^]{0,80}\r\n${RegExp.escape(value)}\r\n--`, 'g')
    return [...body.matchAll(inJson), ...body.matchAll(inForm)].map(([, name = '']) => name)
  })
  return new Set(names)
}

/** All that a finding was made of, the latest first. */
export function answersOf({ exchanges, trail = [], beside = [], prepared = [] }: NewFinding): readonly Exchange[] {
  const all = new Map([...prepared, ...trail, ...beside, ...exchanges].map((exchange) => [exchange.sequence, exchange]))
  return [...all.values()].toSorted((one, other) => other.sequence - one.sequence)
}

/** Of several places the one in a field of these. */
function placeIn(answers: readonly Exchange[], value: unknown, fields: ReadonlySet<string>): Place | undefined {
  // The value itself, before one that is equal to it.
  for (const isSought of [
    (node: unknown) => isRecord(node) && node === value,
    (node: unknown) => isShownAs(node, value),
  ])
    for (const exchange of answers) {
      const paths = pathsOf(exchange.json, isSought)
      const path = paths.length > 1 ? paths.find((one) => fields.has(String(one.at(-1)))) : paths[0]
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
