import type { NewFinding } from '../../checks/finding.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import { entriesOf, idsOfEntries, isSameRead, type TranscriptSources } from './answers.ts'
import type { WebAction } from './chronicle.ts'
import type { Decision } from './decision.ts'
import { Unwritable } from './request-lines.ts'

/** The requests and actions, in order, that produce the judged answers again. */
export interface Steps {
  readonly exchanges: readonly Exchange[]
  readonly webActions: readonly WebAction[]
  /** The ids that they name. */
  readonly ids: ReadonlySet<string>
  /** Whether the judged list had records that these steps do not make. */
  readonly isPartOfList: boolean
}

/** Creations that may conflict with the judged one: similar values need not be equal. */
const mostAlike = 3
const mostBetween = 10
const ofNumber = /"(?:part_?number|readable_?id)": ?"/i

/** The maximum number with writes to other records, which rarely matter. */
const mostWithNeighbours = 20
/** The maximum number of requests that a reader can follow; the suite itself repeats longer ones. */
const mostSteps = 36

/** What is left out of the steps: writes to other records before the judged read, and what was made beside the judged record. */
interface Without {
  readonly neighbours?: true
  readonly siblings?: true
}

/** The requests that the judged ones build on; if these are too many, without what was made beside. Throws `Unwritable`. */
export function stepsOf(finding: NewFinding, decision: Decision, facts: TranscriptSources): Steps {
  const steps = (without: Without): Steps => new DataFlow(finding, decision, facts).steps(without)
  const all = steps({})
  if (all.exchanges.length <= mostWithNeighbours) return all
  const own = steps({ neighbours: true })
  if (own.exchanges.length <= mostSteps) return own
  const fewer = steps({ neighbours: true, siblings: true })
  if (fewer.exchanges.length <= mostSteps) return fewer
  throw new Unwritable(`it takes ${own.exchanges.length} requests`)
}

/** The requests that created the records in later requests, changed them or their contents, or sent the same values. */
class DataFlow {
  readonly #facts: TranscriptSources
  readonly #judged: Exchange
  /** What comes before it may matter. */
  readonly #last: Exchange
  readonly #sent: ReadonlyMap<number, Exchange>
  readonly #steps = new Map<number, Exchange>()
  readonly #ids = new Set<string>()
  readonly #values = new Set<string>()

  constructor(finding: NewFinding, { judged, others, needs }: Decision, facts: TranscriptSources) {
    const { exchanges, trail = [], prepared = [], beside = [] } = finding
    const all = [...prepared, ...trail, ...beside, ...exchanges, judged, ...others]
    this.#facts = facts
    this.#judged = judged
    this.#last = others.reduce((one, other) => (other.sequence > one.sequence ? other : one), judged)
    this.#sent = new Map(all.map((exchange) => [exchange.sequence, exchange]))
    for (const exchange of [judged, ...others]) this.#need(exchange)
    // A key that is like another may be taken for it where that one has been used.
    if (judged.request.keyed) for (const control of beside) this.#need(control)
    for (const id of facts.chronicle.idsIn(needs)) this.#needId(id)
    for (const value of this.#valuesIn(needs)) this.#values.add(value)
    // A rule that is set for one product may apply to others too.
    const began = Math.min(...trail.map(({ sequence }) => sequence), judged.sequence)
    for (const { name, sequence, arguments: values } of facts.chronicle.webActions)
      if (name === 'setPartNumberRule' && sequence >= began - 1 && sequence < this.#last.sequence)
        for (const id of facts.chronicle.idsIn(values.join(' '))) this.#needId(id)
  }

  steps(without: Without): Steps {
    const candidates = this.#candidates().filter((one) => !without.siblings || !this.#isSibling(one))
    for (const exchange of this.#alike(candidates)) this.#need(exchange)
    this.#needUsed(candidates)
    for (const exchange of without.neighbours ? [] : this.#lastWrites(candidates)) this.#need(exchange)
    this.#needUsed(candidates)
    const exchanges = [...this.#steps.values(), ...this.#readBefore()].toSorted(
      (one, other) => one.sequence - other.sequence,
    )
    const isPartOfList = isListRead(this.#judged) && this.#creationsBeside().length > 0
    return { exchanges, webActions: this.#webActions(exchanges), ids: this.#ids, isPartOfList }
  }

  /** Creations in the needed records, or in others in those, that are not among the steps. */
  #creationsBeside(): readonly Exchange[] {
    const { chronicle } = this.#facts
    const within = new Map<number, Exchange>()
    const isIn = (id: string): boolean =>
      this.#isScope(id) || within.has(chronicle.originOf(id)?.exchange.sequence ?? 0)
    for (const write of chronicle.writes.filter((one) => isCreation(one) && one.sequence < this.#last.sequence))
      if (chronicle.idsIn(textOf(write)).some((id) => isIn(id))) within.set(write.sequence, write)
    return [...within.values()].filter(({ sequence, status }) => status < 300 && !this.#steps.has(sequence))
  }

  #needUsed(candidates: readonly Exchange[]): void {
    for (let size = -1; size !== this.#steps.size;) {
      size = this.#steps.size
      for (const exchange of candidates) if (this.#isUsed(exchange)) this.#need(exchange)
    }
  }

  /** What the check wrote after the judged record was last written or read: a write to another record may have changed it. */
  #lastWrites(candidates: readonly Exchange[]): readonly Exchange[] {
    const isTelling = (one: Exchange): boolean => !isSafeMethod(one.request.method) || isSameRead(one, this.#last)
    const before = [...this.#steps.values()].filter((one) => isTelling(one) && one.sequence < this.#last.sequence)
    const since = Math.max(0, ...before.map(({ sequence }) => sequence))
    const writes = candidates.filter(
      ({ check, request, sequence }) =>
        check === this.#last.check &&
        !isSafeMethod(request.method) &&
        sequence > since &&
        sequence < this.#last.sequence,
    )
    return writes.length > mostBetween ? [] : writes
  }

  /** The requests of the check before the last judged one, those that created its shared records, and what others did to the judged one. */
  #candidates(): readonly Exchange[] {
    const { chronicle } = this.#facts
    const judged = chronicle.idsIn(this.#judged.request.path)
    const ofCheck = chronicle.writes.filter(
      ({ check, request }) =>
        check === this.#last.check ||
        (request.method !== 'POST' && chronicle.idsIn(request.path).some((id) => judged.includes(id))),
    )
    const all = new Map([...ofCheck, ...this.#sent.values()].map((exchange) => [exchange.sequence, exchange]))
    return [...all.values()]
      .filter(
        (one) => sentTogether(one, this.#last) || (one.sequence < this.#last.sequence && !isSameTry(one, this.#last)),
      )
      .toSorted((one, other) => one.sequence - other.sequence)
  }

  #alike(candidates: readonly Exchange[]): readonly Exchange[] {
    const resource = resourceOf(this.#judged)
    if (isSafeMethod(this.#judged.request.method) || !ofNumber.test(textOf(this.#judged))) return []
    const made = candidates.filter((one) => isCreation(one) && resourceOf(one) === resource)
    const values = this.#valuesIn(textOf(this.#judged))
    const first = made.findIndex((one) => this.#valuesIn(textOf(one)).some((value) => values.includes(value)))
    if (first === -1) return made.slice(-mostAlike)
    // A request between two equal ones may be what matters.
    const between = made.slice(first).filter(({ check }) => check === this.#judged.check)
    if (between.length > mostBetween) throw new Unwritable('it depends on how much else there is')
    return between
  }

  #isUsed(exchange: Exchange): boolean {
    if (this.#steps.has(exchange.sequence)) return false
    if (!isSafeMethod(exchange.request.method)) {
      const isWithin = this.#facts.chronicle.idsIn(textOf(exchange)).some((id) => this.#isScope(id))
      return isWithin || this.#valuesIn(textOf(exchange)).some((value) => this.#values.has(value))
    }
    // A read before a write may be cached for the next reader.
    const isBeforeWrite = (step: Exchange): boolean =>
      step.sequence > exchange.sequence && !isSafeMethod(step.request.method)
    return isSameRead(exchange, this.#last) && [...this.#steps.values()].some(isBeforeWrite)
  }

  /** Before the first update of a listed record, a read of the whole list: later ones may keep what it showed. */
  #readBefore(): readonly Exchange[] {
    const updates = [...this.#steps.values()].filter(({ request }) => ['PATCH', 'PUT'].includes(request.method))
    const first = updates.toSorted((one, other) => one.sequence - other.sequence)[0]
    if (!first || entriesOf(this.#judged).length === 0 || !isSafeMethod(this.#judged.request.method)) return []
    const path = this.#judged.request.path.replace(/(?<=[?&])q=[^&]*(?:&|$)/, '')
    const { chronicle } = this.#facts
    const isThere = (id: string): boolean => (chronicle.originOf(id)?.exchange.sequence ?? 0) < first.sequence
    if (/[?&]version=/.test(path) || !chronicle.idsIn(path).every((id) => isThere(id))) return []
    return [{ ...this.#judged, sequence: first.sequence - 0.5, request: { ...this.#judged.request, path } }]
  }

  /** Whether it makes another thing of the kind that is judged, such as another file of the same item. */
  #isSibling(exchange: Exchange): boolean {
    const made = this.#facts.chronicle.madeBy(exchange)
    return made !== undefined && !this.#ids.has(made) && resourceOf(exchange) === resourceOf(this.#judged)
  }

  /** Whether a needed record has this id, and is not a workspace, to which everything belongs. */
  #isScope(id: string): boolean {
    const origin = this.#facts.chronicle.originOf(id)
    const resource = origin && resourceOf(origin.exchange)
    return this.#ids.has(id) && resource !== 'workspace' && resource !== 'organization-user'
  }

  /** Part numbers, texts with the mark of the run, and files by their sizes. */
  #valuesIn(text: string): readonly string[] {
    const texts = Array.from(
      text.matchAll(/(?<!filename=)(?:"(part_?number)": ?)?"((?:[^"\\]|\\.)+)"/gi),
      ([, number, value = '']) =>
        number !== undefined || value.includes(this.#facts.runId) ? value.trim().toLowerCase() : '',
    )
    return [...texts.filter((value) => value !== ''), ...(text.match(/^\(\d+ bytes(?=, SHA-256 [\da-f]+\))/gm) ?? [])]
  }

  #need(exchange: Exchange): void {
    if (this.#steps.has(exchange.sequence)) return
    const whole = this.#sent.get(exchange.sequence) ?? exchange
    this.#steps.set(exchange.sequence, whole)
    for (const value of this.#valuesIn(textOf(exchange))) this.#values.add(value)
    for (const id of this.#facts.chronicle.idsIn(textOf(exchange))) this.#needId(id)
    // A created record may be changed before it is judged.
    const made = this.#facts.chronicle.madeBy(exchange)
    if (made !== undefined) this.#ids.add(made)
  }

  #needId(id: string): void {
    if (this.#ids.has(id)) return
    this.#ids.add(id)
    const { chronicle } = this.#facts
    const origin = chronicle.originOf(id)
    if (origin && origin.exchange.sequence < this.#last.sequence) {
      this.#need(origin.exchange)
      // The first entry of a list is found again by the name from its creation.
      const shown = this.#sent.get(origin.exchange.sequence)
      const entry = shown && entriesOf(shown)[idsOfEntries(shown).findIndex((one) => one.toLowerCase() === id)]
      for (const value of this.#valuesIn(JSON.stringify(entry ?? ''))) this.#values.add(value)
    }
    for (const value of chronicle.actionOf(id)?.arguments ?? [])
      for (const other of chronicle.idsIn(value)) this.#needId(other)
  }

  /** The actions of the web application on the needed records, or on the organization while they were used. */
  #webActions(exchanges: readonly Exchange[]): readonly WebAction[] {
    const first = exchanges[0]?.sequence ?? 0
    return this.#facts.chronicle.webActions.filter(({ sequence, name, arguments: values, made }) => {
      if (sequence >= this.#last.sequence) return false
      if ([...values, made ?? ''].some((value) => this.#ids.has(value.toLowerCase()))) return true
      return name.startsWith('set') && name !== 'setPartNumberRule' && sequence >= first
    })
  }
}

/** Whether a check sent two requests at once. */
export function sentTogether(one: Exchange, other: Exchange): boolean {
  return one.atOnce !== undefined && one.atOnce === other.atOnce && one.check === other.check
}

/** The judged request itself, which a check repeats until it is certain. */
function isSameTry({ request, status }: Exchange, judged: Exchange): boolean {
  const isSame = request.method === judged.request.method && textOf({ request }) === textOf(judged)
  return isSame && status >= 400 && judged.status >= 400
}

function resourceOf({ endpoint }: Exchange): string | undefined {
  return endpoint && endpoints[endpoint].resource
}

/** Whether it is a read that names no record. */
function isListRead({ endpoint, request }: Exchange): boolean {
  return endpoint !== undefined && isSafeMethod(request.method) && !endpoints[endpoint].path.includes('{')
}

function isCreation({ request }: Exchange): boolean {
  return request.method === 'POST'
}

function textOf({ request }: Pick<Exchange, 'request'>): string {
  const [path = '', query] = request.path.split('?')
  const values = [...new URLSearchParams(query).values()].map((value) => JSON.stringify(value))
  return [path, ...values, request.body?.text ?? ''].join(' ')
}
