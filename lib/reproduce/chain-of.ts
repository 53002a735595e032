import type { Exchange } from '../client/exchange.ts'
import { succeeded } from '../client/succeeded.ts'
import type { Chronicle, WebAction } from './chronicle.ts'
import { creations, isList } from './content-of-lists.ts'
import { isAnEarlierTry, isPastLimit, isTheSameRead } from './earlier-requests.ts'
import { echoesOf, type Echo } from './echo.ts'
import { isWrite, shownIds } from './ids-of-exchanges.ts'
import { Links } from './links.ts'
import { actionsOn, underRules } from './story-actions.ts'
import { withoutLoose } from './without-loose.ts'

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

/** Writes of a check that generates its inputs that are sent again beside what the judged request builds on. */
const lastWrites = 6
/** Exchanges right before the judged one that are sent again, whatever they are. */
const lastReads = 5
/** A check that changes more than this generates its inputs. */
export const shortTrail = 60
/** Writes for things that checks share that are sent again all; of more, those that made what a request names. */
const mostPrepared = 75

/** The exchanges that the judged one builds on: what made the things that it names, and what changed them before it. */
export function chainOf({ judged, beside, trail, prepared = [], named = [] }: Evidence, chronicle: Chronicle): Chain {
  const writes = writesBefore(judged, trail, chronicle)
  const shared = prepared.filter((exchange) => isWrite(exchange) && exchange.sequence < judged.sequence)
  const links = new Links([...prepared, ...trail], chronicle)
  links.add([judged, ...beside])
  links.add(writes.length > shortTrail ? writes.slice(-lastWrites) : writes)
  if (shared.length <= mostPrepared) links.add(shared)
  links.add(readsBefore(judged, { trail, prepared }))
  const began = Math.min(...[...writes, ...trail, judged].map(({ sequence }) => sequence))
  const told = [...shownIds(judged, chronicle), ...named, ...underRules({ began, judged }, chronicle)]
  for (const id of told) links.need(id)
  links.addEarlierWrites(judged)
  const echoes = links.exchanges.flatMap((write) => echoesOf(write, [...prepared, ...trail, ...links.exchanges]))
  links.add(echoes.map(({ shownBy }) => shownBy))
  const due = links.exchanges.filter(
    (exchange) => !isAnEarlierTry(exchange, judged) && !isPastLimit(exchange, [judged, trail.at(-1)]),
  )
  const exchanges = withoutLoose(due, {
    keep: sequencesOf([judged, ...beside, ...(isList(judged.endpoint) ? shared : []), ...rivalsOf(judged, writes)]),
    own: sequencesOf([...writes, ...shared]),
    shown: new Set([...told, ...links.sources]),
    chronicle,
  })
  return { exchanges, webActions: actionsOn({ exchanges, ids: links.ids }, { began, judged }, chronicle), echoes }
}

/** What a check has written itself, and what it sent for answers that checks share, whoever was the first to send it. */
function writesBefore(judged: Exchange, trail: readonly Exchange[], chronicle: Chronicle): readonly Exchange[] {
  const ofTheStory = chronicle.writes.filter(({ check }) => check === judged.check)
  return distinct([...trail, ...ofTheStory]).filter(
    (exchange) => isWrite(exchange) && exchange.sequence < judged.sequence,
  )
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
  return writes.filter((exchange) => exchange.endpoint === creation && succeeded(exchange)).slice(-mostRivals)
}

const mostRivals = 5

function distinct(exchanges: readonly Exchange[]): Exchange[] {
  const bySequence = new Map(exchanges.toReversed().map((exchange) => [exchange.sequence, exchange]))
  return [...bySequence.values()].sort((one, other) => one.sequence - other.sequence)
}

function sequencesOf(exchanges: readonly Exchange[]): ReadonlySet<number> {
  return new Set(exchanges.map(({ sequence }) => sequence))
}
