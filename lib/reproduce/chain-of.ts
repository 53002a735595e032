import type { Exchange, SentRequest } from '../client/exchange.ts'
import { endpoints } from '../contract/endpoint.ts'
import type { Chronicle, WebAction } from './chronicle.ts'
import { echoesOf, type Echo } from './echo.ts'
import { isAnEarlierTry, isPastLimit, isTheSameRead } from './earlier-requests.ts'
import { actionsOn, underRules } from './story-actions.ts'

/** What a finding rests on. */
export interface Evidence {
  readonly judged: Exchange
  /** The control request, or the others of a race. */
  readonly beside: readonly Exchange[]
  /** All that the check has sent, oldest first. */
  readonly trail: readonly Exchange[]
  /** What was sent to make the things that the check shares with others. */
  readonly prepared?: readonly Exchange[]
  /** Further ids that the finding speaks of. */
  readonly named?: readonly string[]
}

/** What has to be sent, in order, for the judged answer to come again. */
export interface Chain {
  readonly exchanges: readonly Exchange[]
  readonly webActions: readonly WebAction[]
  /** What some of the answers have to show before a later request can send it. */
  readonly echoes: readonly Echo[]
}

/** Longer chains tell a reader nothing, and no sender either. */
const longestChain = 90
/** Writes of a check that generates its inputs that are sent again beside what the judged request builds on. */
const lastWrites = 6
/** Exchanges right before the judged one that are sent again, whatever they are. */
const lastReads = 5
/** A check that changes more than this generates its inputs. */
export const shortTrail = 60

/** Writes for things that checks share that are sent again all; of more, those that made what a request names. */
const mostPrepared = 75

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
const words = /[\w-]{4,}/g

/** The exchanges that the judged one builds on: what made the things that it names, and what changed them before it. */
export function chainOf({ judged, beside, trail, prepared = [], named = [] }: Evidence, chronicle: Chronicle): Chain {
  const chain = new Map<number, Exchange>()
  const ids = new Set<string>()
  const need = (id: string): void => {
    if (ids.has(id)) return
    ids.add(id)
    const origin = chronicle.originOf(id)
    if (origin && isOurs(origin.exchange, chronicle)) add(origin.exchange)
    for (const source of chronicle.actionOf(id)?.arguments ?? []) need(source.toLowerCase())
  }
  const sent = new Map([...prepared, ...trail].map((exchange) => [exchange.sequence, exchange]))
  const add = (exchange: Exchange): void => {
    if (chain.has(exchange.sequence) || chain.size >= longestChain) return
    chain.set(exchange.sequence, sent.get(exchange.sequence) ?? exchange)
    for (const id of idsOf(exchange, chronicle)) need(id)
  }
  // An answer that checks share was sent for by the first of them.
  const ofTheStory = chronicle.writes.filter(({ check }) => check === judged.check)
  const writes = distinct([...trail, ...ofTheStory]).filter(
    (exchange) => isWrite(exchange) && exchange.sequence < judged.sequence,
  )
  for (const exchange of [judged, ...beside]) add(exchange)
  for (const exchange of writes.length > shortTrail ? writes.slice(-lastWrites) : writes) add(exchange)
  const shared = prepared.filter((exchange) => isWrite(exchange) && exchange.sequence < judged.sequence)
  if (shared.length <= mostPrepared) for (const exchange of shared) add(exchange)
  for (const exchange of readsBefore(judged, { trail, prepared })) add(exchange)
  const began = Math.min(...[...writes, ...trail, judged].map(({ sequence }) => sequence))
  const ruled = underRules({ began, judged }, chronicle)
  for (const id of [...shownIds(judged, chronicle), ...named, ...ruled]) need(id)
  for (let size = 0; size !== chain.size;) {
    size = chain.size
    for (const write of chronicle.writes)
      if (write.sequence < judged.sequence && pathNames(write, ids, chronicle)) add(write)
    for (const list of [...chain.values()].filter(({ endpoint }) => isList(endpoint)))
      for (const write of contentOf(list, chronicle)) add(write)
  }
  const echoes = [...chain.values()].flatMap((write) => echoesOf(write, [...prepared, ...trail, ...chain.values()]))
  for (const { shownBy } of echoes) add(shownBy)
  const sources = [...ids].flatMap((id) => chronicle.actionOf(id)?.arguments ?? [])
  const shown = new Set([...shownIds(judged, chronicle), ...named, ...ruled, ...sources])
  for (const [sequence, exchange] of chain)
    if (isAnEarlierTry(exchange, judged) || isPastLimit(exchange, [judged, trail.at(-1)])) chain.delete(sequence)
  const exchanges = withoutLoose(chain, {
    keep: sequencesOf([judged, ...beside, ...(isList(judged.endpoint) ? shared : []), ...rivalsOf(judged, writes)]),
    own: sequencesOf([...writes, ...shared]),
    shown,
    chronicle,
  })
  return { exchanges, webActions: actionsOn({ exchanges, ids }, { began, judged }, chronicle), echoes }
}

/** Reads change nothing, but they fill caches. */
function readsBefore(
  judged: Exchange,
  { trail, prepared }: Required<Pick<Evidence, 'trail' | 'prepared'>>,
): readonly Exchange[] {
  const before = trail.filter(({ sequence }) => sequence < judged.sequence)
  const last = before.length > shortTrail ? before.slice(-lastReads) : before
  return [...prepared.filter((exchange) => isTheSameRead(exchange, judged)), ...last]
}

/** Of a write that is refused for what is there already, the others of its kind: which of them it is like is not known. */
function rivalsOf(judged: Exchange, writes: readonly Exchange[]): readonly Exchange[] {
  const creation = judged.endpoint?.replace(/^update/, 'create') ?? ''
  if (judged.status !== 409 || !creations.has(creation)) return []
  return writes.filter((exchange) => exchange.endpoint === creation && isAccepted(exchange)).slice(-mostRivals)
}

const mostRivals = 5

function distinct(exchanges: readonly Exchange[]): Exchange[] {
  const bySequence = new Map(exchanges.toReversed().map((exchange) => [exchange.sequence, exchange]))
  return [...bySequence.values()].sort((one, other) => one.sequence - other.sequence)
}

/** What was made within the thing whose list this is. */
function contentOf(list: Exchange, chronicle: Chronicle): Exchange[] {
  const scope = new Set(idsOf(list, chronicle).filter((id) => isOursById(id, chronicle)))
  if (scope.size === 0) return []
  return chronicle.writes
    .filter((write) => write.sequence < list.sequence && isAccepted(write) && creations.has(write.endpoint ?? ''))
    .filter((write) => idsOf(write, chronicle).some((id) => scope.has(id)))
    .slice(0, mostContent)
}

/** Things that are made again at most for a list of them. */
const mostContent = 15

export function isList(endpoint: Exchange['endpoint']): boolean {
  return endpoint !== undefined && 'list' in endpoints[endpoint]
}

interface Loose {
  /** Numbers of exchanges that stay in any case. */
  readonly keep: ReadonlySet<number>
  /** Numbers of those that the check has sent, or that were sent for what it shares. */
  readonly own: ReadonlySet<number>
  /** Ids that the judged answer shows, or that the finding speaks of. */
  readonly shown: ReadonlySet<string>
  readonly chronicle: Chronicle
}

const creations = new Set(['createProduct', 'createItem', 'createProperty'])

/** A thing that nothing else names, made for another part of the check, is not made again. */
function withoutLoose(chain: ReadonlyMap<number, Exchange>, loose: Loose): Exchange[] {
  const { keep, shown, chronicle } = loose
  const exchanges = [...chain.values()].sort((one, other) => one.sequence - other.sequence)
  const named = new Map<string, number>()
  for (const exchange of exchanges)
    for (const text of new Set([...idsOf(exchange, chronicle), ...valuesOf(exchange)]))
      named.set(text, (named.get(text) ?? 0) + 1)
  const created = Map.groupBy(
    [...named.keys(), ...shown].filter((id) => chronicle.originOf(id)),
    (id) => chronicle.originOf(id)?.exchange.sequence ?? 0,
  )
  const lists = exchanges.filter(({ endpoint }) => isList(endpoint))
  const queries = lists.map(({ request }) => decoded(request.path))
  const listed = new Set(lists.flatMap((list) => contentOf(list, chronicle)).map(({ sequence }) => sequence))
  const rest = exchanges.filter((exchange) => {
    if (
      listed.has(exchange.sequence) ||
      keep.has(exchange.sequence) ||
      !creations.has(exchange.endpoint ?? '') ||
      !isAccepted(exchange)
    )
      return !isUploadOfOthers(exchange, loose) || created.has(exchange.sequence)
    return (
      created.has(exchange.sequence) ||
      valuesOf(exchange).some((text) => (named.get(text) ?? 0) > 1 || queries.some((query) => query.includes(text)))
    )
  })
  return rest.length === exchanges.length
    ? rest
    : withoutLoose(new Map(rest.map((exchange) => [exchange.sequence, exchange])), loose)
}

/** An upload to a target that checks share adds a file to it, and changes nothing else. */
function isUploadOfOthers({ endpoint, sequence }: Exchange, { keep, own }: Loose): boolean {
  return endpoint === 'uploadFile' && !own.has(sequence) && !keep.has(sequence)
}

function sequencesOf(exchanges: readonly Exchange[]): ReadonlySet<number> {
  return new Set(exchanges.map(({ sequence }) => sequence))
}

/** A path as it was meant; what is no text in UTF-8 as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' ')).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** The texts in a body that may relate it to another one: a name, a part number. */
function valuesOf({ request }: Exchange): string[] {
  return Array.from((request.body?.text ?? '').matchAll(/: ?"([^"]{6,})"/g), ([, text = '']) =>
    text.toLowerCase(),
  ).filter((text) => !uuid.test(text))
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/** A thing that was there before the run is there when a script runs, too. */
export function isOurs(origin: Exchange, chronicle: Chronicle): boolean {
  if (isWrite(origin)) return true
  return idsOf(origin, chronicle).some((id) => {
    const source = chronicle.originOf(id)
    return source !== undefined && isWrite(source.exchange)
  })
}

function isWrite({ request }: Exchange): boolean {
  return !safe.has(request.method)
}

function isAccepted({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/** The known ids that a request names. */
export function idsOf({ request }: Exchange, chronicle: Chronicle): string[] {
  return chronicle.idsAmong(wordsIn(request))
}

/** The words of requests, each read once: every finding asks for those of all writes. */
const knownWords = new WeakMap<SentRequest, readonly string[]>()

function wordsIn(request: SentRequest): readonly string[] {
  const known = knownWords.get(request)
  if (known) return known
  const text = `${request.path} ${request.body?.text ?? ''}`
  const found = [...new Set(Array.from(text.matchAll(words), ([word]) => word.toLowerCase()))]
  knownWords.set(request, found)
  return found
}

/** The ids of what this check has made that an answer shows. */
function shownIds(judged: Exchange, chronicle: Chronicle): string[] {
  const text = Buffer.from(judged.body.buffer, judged.body.byteOffset, judged.body.byteLength).toString()
  const ids = chronicle.idsAmong(Array.from(text.matchAll(words), ([word]) => word))
  return ids.filter((id) => chronicle.originOf(id)?.exchange.check === judged.check)
}

function pathNames(write: Exchange, ids: ReadonlySet<string>, chronicle: Chronicle): boolean {
  return write.request.path
    .split(/[/?]/)
    .map((segment) => segment.toLowerCase())
    .some((segment) => ids.has(segment) && isOursById(segment, chronicle))
}

function isOursById(id: string, chronicle: Chronicle): boolean {
  const origin = chronicle.originOf(id)
  return origin !== undefined && isWrite(origin.exchange)
}
