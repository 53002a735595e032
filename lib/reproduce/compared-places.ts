import { isDeepStrictEqual } from 'node:util'
import type { SameFields } from '../checks/finding.ts'
import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'

/** Where an answer of the run shows a value. */
export interface ShownAt {
  readonly exchange: Exchange
  /** Such as `.items[3]`; empty for the whole answer. */
  readonly path: string
}

/** The two places whose values a claim compares, and the fields in which they differ; none where it is the whole value. */
export interface ComparedPlaces {
  readonly expected: ShownAt
  readonly received: ShownAt
  readonly fields: readonly string[]
}

/** Shorter texts stand in an answer by chance. */
const tellingLength = 8

/** Where the two values stand that a claim holds to be the same; `undefined` where one of them stands in no answer, or in several places. */
export function comparedPlaces(finding: NewFinding): ComparedPlaces | undefined {
  const { criterion, exchanges } = finding
  if (criterion?.kind !== 'same') return undefined
  const answers = answersOf(finding)
  const about = exchanges.at(-1)
  const missing = criterion.received === undefined && criterion.at !== undefined && about
  const received = missing
    ? { exchange: missing, path: criterion.at ?? '' }
    : placeOf(criterion.received, about ? [about, ...answers] : answers, {
        prefer: namedIn(finding.claim),
      })
  if (!received)
    return criterion.received === undefined && about ? shownBefore(criterion, { about, answers }) : undefined
  const others = answers.filter(({ sequence }) => sequence !== received.exchange.sequence)
  const isOfAnother = isOfAnotherUser(received.exchange, { criterion, answers })
  const isSent = typeof criterion.expected === 'string' && answers.some(({ request }) => names(request, criterion))
  const expected = isSent
    ? undefined
    : (placeOf(criterion.expected, others, { prefer: isOfCreator, except: isOfAnother }) ??
      placeOf(criterion.expected, [received.exchange], {
        prefer: isOfCreator,
        except: (path, exchange) => path === received.path || isOfAnother(path, exchange),
      }))
  if (!expected || (expected.exchange === received.exchange && expected.path === received.path)) return undefined
  const fields = criterion.fields ?? fieldsOf(criterion, [expected, received])
  return fields && { expected, received, fields }
}

interface Reads {
  readonly about: Exchange
  readonly answers: readonly Exchange[]
}

/** What the same read showed before, where it shows nothing of it now: both are looked at in one place. */
function shownBefore(criterion: SameFields, { about, answers }: Reads): ComparedPlaces | undefined {
  const isSameRead = ({ request, identity, sequence }: Exchange): boolean =>
    sequence < about.sequence &&
    identity === about.identity &&
    request.method === 'GET' &&
    request.path === about.request.path
  const expected = placeOf(criterion.expected, answers.filter(isSameRead), { prefer: () => false })
  return expected && { expected, received: { exchange: about, path: expected.path }, fields: criterion.fields ?? [] }
}

/** All that a finding was made of, the latest first. */
function answersOf({ exchanges, trail = [], beside = [], prepared = [] }: NewFinding): readonly Exchange[] {
  const bySequence = new Map(
    [...prepared, ...trail, ...beside, ...exchanges].map((exchange) => [exchange.sequence, exchange]),
  )
  return [...bySequence.values()].sort((one, other) => other.sequence - one.sequence)
}

/** What was sent is known to a script without an answer. */
function names({ path, body }: Exchange['request'], { expected }: SameFields): boolean {
  return path.includes(String(expected)) || body?.text.includes(String(expected)) === true
}

interface Choice {
  /** Which of several places in one answer it is. */
  readonly prefer: (path: string) => boolean
  readonly except?: (path: string, exchange: Exchange) => boolean
}

/** A record of an answer stands there; a later answer may show all that it has, and more. */
function placeOf(value: unknown, answers: readonly Exchange[], choice: Choice): ShownAt | undefined {
  const itself = isRecord(value) ? placeWhere((node) => node === value, answers, choice) : undefined
  return itself ?? placeWhere((node) => isShownAs(node, value), answers, choice)
}

function placeWhere(
  isSought: (node: unknown) => boolean,
  answers: readonly Exchange[],
  { prefer, except }: Choice,
): ShownAt | undefined {
  for (const exchange of answers) {
    const paths = pathsOf(exchange.json, isSought).filter((path) => except?.(path, exchange) !== true)
    const path = paths.length > 1 ? paths.find((one) => prefer(one)) : paths[0]
    if (paths.length > 1 && path === undefined) return undefined
    if (path !== undefined) return { exchange, path }
  }
  return undefined
}

/** Of the people of one record, who made it is who the key stands for. */
function isOfCreator(path: string): boolean {
  return path.endsWith('.createdBy.id')
}

/** Whom a key stands for, only what was made with it tells, by its creator: any other answer may show anybody. */
function isOfAnotherUser(
  judged: Exchange,
  { criterion, answers }: { readonly criterion: SameFields; readonly answers: readonly Exchange[] },
): (path: string, exchange: Exchange) => boolean {
  const writer = answers.find(
    ({ request, status, sequence }) => request.method !== 'GET' && status < 300 && sequence <= judged.sequence,
  )?.identity
  return (path, { request, identity }) => {
    if (!isOfUser(path)) return false
    const isOfWriter = identity === writer
    return request.method !== 'POST' || !isOfCreator(path) || isOfWriter === (criterion.differs === true)
  }
}

function isOfUser(path: string): boolean {
  return /\.(?:createdBy|updatedBy|uploadedBy|owner)(?:\.id)?$/.test(path)
}

/** Whether a claim names the field. */
function namedIn(claim: string): (path: string) => boolean {
  const words = new Set(claim.split(/\W+/))
  return (path) => path.split(/\W+/).some((name) => words.has(name))
}

/** The node itself, or, where a check has put the value together, one that has all of it. */
function isShownAs(node: unknown, value: unknown): boolean {
  if (typeof value === 'string') return value.length >= tellingLength && node === value
  if (typeof value !== 'object' || value === null) return false
  if (node === value) return true
  return (
    isPicked(value) &&
    isRecord(node) &&
    Object.entries(value).every(([name, field]) => isDeepStrictEqual(node[name], field))
  )
}

/** Some fields of a record: one with its id is the record of an answer, and told by identity. */
function isPicked(value: object): boolean {
  return isRecord(value) && Object.keys(value).length > 0
}

function pathsOf(node: unknown, isSought: (node: unknown) => boolean, path = ''): readonly string[] {
  const here = isSought(node) ? [path] : []
  if (Array.isArray(node))
    return [...here, ...node.flatMap((entry: unknown, index) => pathsOf(entry, isSought, `${path}[${index}]`))]
  if (!isRecord(node)) return here
  return [...here, ...Object.entries(node).flatMap(([name, field]) => pathsOf(field, isSought, `${path}.${name}`))]
}

/** Of records that were put together their fields are compared; of a value the value. `undefined` where the two are of different kinds. */
function fieldsOf(
  { expected, received }: SameFields,
  places: readonly [ShownAt, ShownAt],
): readonly string[] | undefined {
  if (!isRecord(expected) || !isRecord(received)) return isRecord(expected) === isRecord(received) ? [] : undefined
  const isWhole = places.every(
    ({ exchange, path }, index) => nodeAt(exchange.json, path) === [expected, received][index],
  )
  return isWhole ? [] : [...new Set([...Object.keys(expected), ...Object.keys(received)])]
}

function nodeAt(json: unknown, path: string): unknown {
  let node = json
  for (const [, name, index] of path.matchAll(/\.([^.[]+)|\[(\d+)\]/g))
    node = Array.isArray(node) ? node[Number(index)] : isRecord(node) && name !== undefined ? node[name] : undefined
  return node
}

/** The ids of the entries of lists that are compared: a script finds an entry by its id. */
export function entryIds(compared: ComparedPlaces | undefined): readonly string[] {
  if (!compared) return []
  return [compared.expected, compared.received].flatMap(({ exchange, path }) => {
    const entry = /^.*\[\d+\]/.exec(path)?.[0]
    const node = entry === undefined ? undefined : nodeAt(exchange.json, entry)
    return isRecord(node) && typeof node['id'] === 'string' ? [node['id']] : []
  })
}
