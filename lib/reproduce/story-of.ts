import type { Exchange } from '../client/exchange.ts'
import type { Chain } from './chain-of.ts'
import { idsOf } from './ids-of-exchanges.ts'
import { isList } from './content-of-lists.ts'
import type { Chronicle } from './chronicle.ts'
import { isTheSameWrite } from './earlier-requests.ts'
import { sentInTurn, withGroupedUpdates } from './grouped-updates.ts'
import { leavesOf } from './place.ts'
import type { RequestLines } from './request-lines.ts'
import { quoted } from './shell-text.ts'

interface StorySources {
  readonly lines: RequestLines
  readonly judged: Exchange
  /** The requests that are sent at once with the judged one. */
  readonly together: readonly Exchange[]
  readonly trail: readonly Exchange[]
  /** The ids of the records that the finding is about. */
  readonly watched: readonly string[]
  /** What the finding tells to have received. */
  readonly received: string
  readonly chronicle: Chronicle
}

/** The lines of a script that send what comes before the judged request, in the order of the run. */
export function* storyOf({ exchanges: all, webActions, echoes }: Chain, sources: StorySources): Generator<string> {
  const { lines, judged, trail } = sources
  // Then a person's description of a file has to come before the service's.
  const mayBeDescribed = webActions.some(({ name }) => name === 'setAiUsage')
  const exchanges = mayBeDescribed ? withGroupedUpdates(all, judged) : all
  const sentAsGroup = mayBeDescribed ? sentInTurn : sentTogether
  const wasSent = lastSent(exchanges, sources)
  const judgedAtOnce = new Set(sources.together.map(({ sequence }) => sequence))
  const lastBefore = sources.together[0]?.sequence ?? judged.sequence
  const waiting = [...webActions]
  let series: readonly Exchange[] = []
  let together: Exchange[] = []
  for (const exchange of exchanges) {
    if (together[0] && together[0].atOnce !== exchange.atOnce) {
      yield* sentAsGroup(together, lines)
      together = []
    }
    while (waiting[0] && waiting[0].sequence < exchange.sequence) yield* lines.webAction(waiting.shift())
    if (!judgedAtOnce.has(exchange.sequence)) {
      if (series[0] && !isAskedAgain(series[0], exchange)) yield* awaited(series, lines)
      yield* pauseAfter(series, exchange, trail)
    }
    series = series[0] && isAskedAgain(series[0], exchange) ? [...series, exchange] : [exchange]
    if (exchange.sequence === judged.sequence || judgedAtOnce.has(exchange.sequence)) continue
    // What was read, or built on what the write has made, between it and the judged read cannot be sent before it.
    if (exchange.sequence > lastBefore && (isRead(exchange) || buildsOn(exchange, lastBefore, sources))) continue
    if (!mayBeDescribed && exchange.sequence > wasSent && changesWatched(exchange, sources))
      yield* readBefore(exchange, sources)
    // Of a service that keeps the rule, an earlier try is answered as the judged one is.
    const isBuiltOn = !isOnForeign(exchange, sources) && !isTheSameWrite(exchange, judged)
    if (exchange.atOnce === undefined) yield* lines.step(exchange, { isBuiltOn })
    else together.push(exchange)
    for (const { text } of echoes.filter(({ shownBy }) => shownBy.sequence === exchange.sequence))
      yield* lines.request(exchange, `shown_again ${lines.word(text)}`)
  }
  if (together.length > 0) yield* sentAsGroup(together, lines)
  for (const action of waiting) yield* lines.webAction(action)
  const last = exchanges.findLast((exchange) => exchange.sequence < judged.sequence && !isRead(exchange))
  // What the service writes by itself comes in its own time.
  if (mayBeDescribed && last && judged.startedAt - last.startedAt > shortestPause)
    yield pause(judged.startedAt - last.startedAt)
}

/** Whether a request names what the exchange of this sequence number has made. */
function buildsOn(exchange: Exchange, maker: number, { chronicle }: StorySources): boolean {
  return idsOf(exchange, chronicle).some((id) => chronicle.originOf(id)?.exchange.sequence === maker)
}

function isRead({ request }: Exchange): boolean {
  return request.method === 'GET'
}

/** Requests at once that were accepted in the run: where one is refused now, what comes after it shows nothing of it. */
function* sentTogether(exchanges: readonly Exchange[], lines: RequestLines): Generator<string> {
  yield* lines.atOnce(exchanges)
  for (const [index, { status }] of exchanges.entries()) if (status < 300) yield `accepted race${index} || as_in_run=no`
}

/** Seconds that a script waits at most where the check has waited. */
const longestPause = 12

/** Milliseconds between two reads of the same from which on the second waits for something. */
const shortestPause = 200

/** Where the check asked the same again and again, it waited for something: between two reads, or in all of them together. */
function* pauseAfter(series: readonly Exchange[], next: Exchange, trail: readonly Exchange[]): Generator<string> {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return
  const away = next.startedAt - last.startedAt
  const reads = trail.filter(({ sequence }) => sequence > last.sequence && sequence < next.sequence)
  const paths = reads.map(({ request }) => request.path)
  const isRepeated = new Set(paths).size < paths.length
  if (isRepeated || (isAskedAgain(last, next) && away > shortestPause)) yield pause(away)
  else if (series.length > 1 && !isAskedAgain(last, next)) yield pause(next.startedAt - first.startedAt)
}

/** What came to be shown while the check asked again and again is waited for: it may take longer now. */
function* awaited(series: readonly Exchange[], lines: RequestLines): Generator<string> {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last || series.length < 2) return
  const before = new Set(shownIn(first))
  const field = shownIn(last).find((path) => !before.has(path))
  if (field !== undefined && lines.numberOf(last) !== undefined)
    yield* lines.request(last, `comes_to_show ${quoted(field)}`)
}

/** The fields of a record that have a value. */
function shownIn(answer: Exchange): readonly string[] {
  return leavesOf(answer)
    .filter(({ path, text, isText }) => /^(?:\.\w+)+$/.test(path) && text !== '' && (isText || text !== 'null'))
    .map(({ path }) => path)
}

function isAskedAgain({ request }: Exchange, next: Exchange): boolean {
  return request.method === 'GET' && next.request.method === 'GET' && request.path === next.request.path
}

function pause(milliseconds: number): string {
  return `sleep ${Math.min(longestPause, Math.ceil(milliseconds / 1000))}`
}

/** What somebody does to a thing of another organization: its success is a breach, and nothing to build on. */
function isOnForeign(exchange: Exchange, { chronicle }: StorySources): boolean {
  return idsOf(exchange, chronicle).some((id) => {
    const origin = chronicle.originOf(id)?.exchange
    return origin !== undefined && isForeign(origin) !== isForeign(exchange)
  })
}

function isForeign({ identity }: Exchange): boolean {
  return identity === 'other-organization'
}

const text = /"([^"]{8,})"(?!:)/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The number of the last write that sent what was received in the end: somebody read it between that one and the next. */
function lastSent(exchanges: readonly Exchange[], sources: StorySources): number {
  const { received, judged } = sources
  const texts = Array.from(received.matchAll(text), ([, value = '']) => value).filter((value) => !uuid.test(value))
  const write = exchanges.findLast(
    (exchange) =>
      exchange.sequence < judged.sequence &&
      isOfWatched(exchange, sources) &&
      texts.some((value) => exchange.request.body?.text.includes(value) === true),
  )
  return write?.sequence ?? -1
}

/** Whether a request makes or names one of the records that the finding is about: others may have the same values. */
function isOfWatched(exchange: Exchange, { watched, chronicle }: StorySources): boolean {
  return (
    names(exchange, watched) || watched.some((id) => chronicle.originOf(id)?.exchange.sequence === exchange.sequence)
  )
}

function names({ request }: Exchange, ids: readonly string[]): boolean {
  const path = request.path.toLowerCase()
  return ids.some((id) => path.includes(id.toLowerCase()))
}

function changesWatched(exchange: Exchange, { watched }: StorySources): boolean {
  const { request, status, atOnce } = exchange
  return request.method === 'PATCH' && status < 300 && atOnce === undefined && names(exchange, watched)
}

/** What is kept for the next reader shows only where somebody has read before: another check did, in the run. */
function* readBefore(change: Exchange, { judged, lines, chronicle }: StorySources): Generator<string> {
  if (judged.request.method !== 'GET' || judged.status >= 300) return
  const isMadeLater = (id: string): boolean => (chronicle.originOf(id)?.exchange.sequence ?? 0) >= change.sequence
  if (idsOf(judged, chronicle).some((id) => isMadeLater(id))) return
  yield '# what is kept for the next reader shows only where somebody has read before'
  yield* lines.request(judged, 'exchange before')
  if (isList(judged.endpoint)) yield* lines.request(unfiltered(judged), 'exchange before')
}

/** The list that a filtered one is a part of: a search for a new name finds nothing before there is one. */
function unfiltered(list: Exchange): Exchange {
  const [path = '', query = ''] = list.request.path.split('?', 2)
  const scope = query.split('&').filter((part) => /=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(part))
  return { ...list, request: { ...list.request, path: `${path}?${[...scope, 'limit=200'].join('&')}` } }
}
