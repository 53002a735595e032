import type { NewFinding } from '../../checks/run-journal.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/is-safe-method.ts'
import { succeeded } from '../../client/succeeded.ts'
import { endpoints } from '../../contract/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Chronicle, WebAction } from './chronicle.ts'

/** What has to be sent and done, in order, for the judged answers to come again. */
export interface Steps {
  readonly exchanges: readonly Exchange[]
  readonly webActions: readonly WebAction[]
  /** The ids that they name. */
  readonly ids: ReadonlySet<string>
}

interface FlowSources {
  readonly judged: readonly Exchange[]
  readonly chronicle: Chronicle
  readonly runId: string
}

/** Words of requests that may be ids. */
const words = /[\w-]{4,}/g

/** The requests that the judged ones build on: those that made what they name, changed it before, filled their lists, or sent the same values. */
export class DataFlow {
  readonly #chronicle: Chronicle
  readonly #sent: ReadonlyMap<number, Exchange>
  readonly #steps = new Map<number, Exchange>()
  readonly #ids = new Set<string>()
  readonly #last: Exchange
  /** The number of the first of several judged answers. */
  readonly #first: number
  readonly #runId: string
  #entriesLeft = 0
  readonly #claimed = new Set<string>()

  constructor(finding: NewFinding, { judged, chronicle, runId }: FlowSources) {
    const { exchanges, trail = exchanges, prepared = [], beside = [] } = finding
    this.#chronicle = chronicle
    this.#runId = runId
    const all = [...prepared, ...trail, ...beside, ...exchanges, ...judged]
    this.#sent = new Map(all.map((exchange) => [exchange.sequence, exchange]))
    this.#last = judged.reduce((one, other) => (other.sequence > one.sequence ? other : one))
    this.#first = Math.min(...judged.map(({ sequence }) => sequence))
    for (const exchange of judged) this.#need(exchange)
  }

  /** The steps, once what a claim speaks of is needed, too, and so many of the entries of lists. */
  steps(claim: string, mostEntries: number): Steps {
    this.#entriesLeft = mostEntries
    for (const id of this.#chronicle.idsAmong(idsIn(claim))) this.#needId(id)
    for (const value of this.#valuesIn(claim)) this.#claimed.add(value)
    const candidates = this.#candidates()
    for (let size = -1; size !== this.#steps.size;) {
      size = this.#steps.size
      for (const exchange of candidates) if (this.#isUsed(exchange)) this.#need(exchange)
    }
    const exchanges = [...this.#steps.values()].toSorted((one, other) => one.sequence - other.sequence)
    return { exchanges, webActions: this.#webActions(exchanges), ids: this.#ids }
  }

  /** What the check has sent before the last judged request, and what made the things that it shares with others. */
  #candidates(): readonly Exchange[] {
    const ofCheck = this.#chronicle.writes.filter(({ check }) => check === this.#last.check)
    const all = new Map([...ofCheck, ...this.#sent.values()].map((exchange) => [exchange.sequence, exchange]))
    return [...all.values()].filter(({ sequence }) => sequence < this.#last.sequence)
  }

  #isUsed(exchange: Exchange): boolean {
    if (this.#steps.has(exchange.sequence)) return false
    if (isSafeMethod(exchange.request.method)) return this.#isReadBefore(exchange)
    if (isSameTry(exchange, this.#last)) return false
    if (this.#sendsTheSame(exchange)) return true
    if (isCreation(exchange))
      return this.#isDeleted(exchange) || this.#isInJudged(exchange) || this.#fillsAList(exchange)
    return pathIds(exchange).some((id) => this.#ids.has(id)) || this.#isBeside(exchange)
  }

  /** What happens beside a record between two reads of it. */
  #isBeside(write: Exchange): boolean {
    if (write.sequence < this.#first) return false
    return this.#chronicle.idsAmong(pathIds(write)).some((id) => {
      const made = this.#chronicle.originOf(id)?.exchange
      return made !== undefined && isCreation(made) && idsIn(textOf(made)).some((scope) => this.#ids.has(scope))
    })
  }

  /** What was put into the thing that the judged write names. */
  #isInJudged(creation: Exchange): boolean {
    if (!isCreation(this.#last) || !succeeded(creation)) return false
    const ids = idsIn(creation.request.body?.text ?? '')
    return this.#chronicle.idsAmong(pathIds(this.#last)).some((id) => ids.includes(id))
  }

  /** What was read before a write may be kept for the next reader. */
  #isReadBefore({ request, identity, sequence }: Exchange): boolean {
    const { request: last, identity: reader } = this.#last
    const isSame = request.path === last.path && identity === reader && last.method === 'GET'
    return (
      isSame && [...this.#steps.values()].some((step) => step.sequence > sequence && !isSafeMethod(step.request.method))
    )
  }

  /** The same number, name or file was sent before. */
  #sendsTheSame(exchange: Exchange): boolean {
    const values = this.#valuesOf(exchange)
    return (
      values.some((value) => this.#claimed.has(value)) ||
      [...this.#steps.values()].some((step) => this.#valuesOf(step).some((value) => values.includes(value)))
    )
  }

  /** What is deleted goes with all that is in it. */
  #isDeleted(creation: Exchange): boolean {
    if (!succeeded(creation)) return false
    const ids = idsIn(textOf(creation))
    return [...this.#steps.values()].some(({ request, sequence, status }) => {
      const isDeletion = request.method === 'DELETE' && status < 300 && sequence > creation.sequence
      return isDeletion && idsIn(request.path).some((id) => ids.includes(id))
    })
  }

  /** A list shows what was made before in the thing that it is of. */
  #fillsAList(creation: Exchange): boolean {
    if (!succeeded(creation) || creation.endpoint === undefined || this.#entriesLeft === 0) return false
    const { resource } = endpoints[creation.endpoint]
    const isShown = [...this.#steps.values()].some((list) => {
      if (list.endpoint === undefined || !('list' in endpoints[list.endpoint])) return false
      if (endpoints[list.endpoint].resource !== resource || list.sequence < creation.sequence) return false
      const scope = this.#chronicle.idsAmong(idsIn(list.request.path))
      return scope.length === 0 || scope.some((id) => idsIn(textOf(creation)).includes(id))
    })
    if (isShown) this.#entriesLeft -= 1
    return isShown
  }

  /** What a request sends that has to be the only one of its kind, and files by their sizes. */
  #valuesOf({ request }: Exchange): readonly string[] {
    const text = request.body?.text ?? ''
    return [...this.#valuesIn(text), ...(text.match(/^\(\d+ bytes(?=, SHA-256 [\da-f]+\))/gm) ?? [])]
  }

  #valuesIn(json: string): readonly string[] {
    return Array.from(json.matchAll(/"(\w+)": ?"((?:[^"\\]|\\.)+)"/g), ([, name = '', value = '']) =>
      /^part_?number$/i.test(name) || value.includes(this.#runId) ? value.trim().toLowerCase() : '',
    ).filter((value) => value !== '')
  }

  #need(exchange: Exchange): void {
    if (this.#steps.has(exchange.sequence)) return
    this.#steps.set(exchange.sequence, this.#sent.get(exchange.sequence) ?? exchange)
    for (const id of this.#chronicle.idsAmong(idsIn(textOf(exchange)))) this.#needId(id)
    // What a creation made may be changed before it is judged.
    const made = isCreation(exchange) && isRecord(exchange.json) ? exchange.json['id'] : undefined
    if (typeof made === 'string') this.#ids.add(made.toLowerCase())
  }

  #needId(id: string): void {
    const key = id.toLowerCase()
    if (this.#ids.has(key)) return
    this.#ids.add(key)
    const origin = this.#chronicle.originOf(key)
    if (origin && origin.exchange.sequence < this.#last.sequence) this.#need(origin.exchange)
    for (const value of this.#chronicle.actionOf(key)?.arguments ?? [])
      if (this.#chronicle.originOf(value)) this.#needId(value)
  }

  /** What the web application did to the needed things, or to the organization while they were used. */
  #webActions(exchanges: readonly Exchange[]): readonly WebAction[] {
    const first = exchanges[0]?.sequence ?? 0
    return this.#chronicle.webActions.filter(({ sequence, name, arguments: values, made }) => {
      if (sequence >= this.#last.sequence) return false
      if ([...values, made ?? ''].some((value) => this.#ids.has(value.toLowerCase()))) return true
      return name.startsWith('set') && name !== 'setPartNumberRule' && sequence >= first
    })
  }
}

/** The judged request itself, which a check sends until it is sure. */
function isSameTry({ request, status }: Exchange, judged: Exchange): boolean {
  return (
    status >= 400 &&
    judged.status >= 400 &&
    request.method === judged.request.method &&
    textOf({ request }) === textOf(judged)
  )
}

function isCreation({ request }: Exchange): boolean {
  return request.method === 'POST'
}

function textOf({ request }: Pick<Exchange, 'request'>): string {
  return `${request.path} ${request.body?.text ?? ''}`
}

function idsIn(text: string): string[] {
  return Array.from(text.matchAll(words), ([word]) => word.toLowerCase())
}

function pathIds({ request }: Exchange): string[] {
  return idsIn(request.path.split('?', 1)[0] ?? '')
}
