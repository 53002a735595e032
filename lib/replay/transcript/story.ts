import type { NewFinding } from '../../checks/finding.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import { isSameRead, type TranscriptSources } from './answers.ts'
import type { WebAction } from './chronicle.ts'
import type { Decision } from './decision.ts'
import { fileName, requestLines, Unwritable } from './request-lines.ts'
import { sentTogether, type Steps } from './steps.ts'
import { Variables } from './variables.ts'

interface StorySources extends TranscriptSources {
  readonly steps: Steps
  readonly decision: Decision
}

/** The lines that send the requests, in the order of the run, and judge the answers. */
export class Story {
  readonly #finding: NewFinding
  readonly #sources: StorySources
  readonly #variables = new Variables()
  readonly #numbers: ReadonlyMap<number, number>
  readonly #groups: ReadonlyArray<readonly Exchange[]>
  readonly #counts = new Map<string, number>()
  /** Whether changes are sent simultaneously, so that one round may show nothing. */
  readonly isRacy: boolean

  constructor(finding: NewFinding, sources: StorySources) {
    const { runId, steps } = sources
    this.#finding = finding
    this.#sources = sources
    this.#variables.add(runId, 'mark')
    this.#variables.add(runId.toUpperCase(), 'MARK')
    this.#numbers = new Map(steps.exchanges.map(({ sequence }, index) => [sequence, index + 1]))
    this.#groups = groupsOf(steps.exchanges)
    this.isRacy = this.#groups.some(
      (group) => group.length > 1 && group.some(({ request }) => !isSafeMethod(request.method)),
    )
  }

  lines(): readonly string[] {
    const waiting = this.#sources.steps.webActions.filter((action, index, all) => !isRepeated(action, all[index - 1]))
    const lines: string[] = []
    for (const group of this.#groups) {
      const began = group[0]?.sequence ?? 0
      while (waiting[0] && waiting[0].sequence < began) lines.push(...this.#webLine(waiting.shift()))
      lines.push(...this.#pause(group), ...group.flatMap((exchange) => this.#request(exchange, group.length > 1)))
      if (group.length > 1) lines.push('wait')
      for (const exchange of group) lines.push(...this.#takes(exchange))
    }
    for (const action of waiting) lines.push(...this.#webLine(action))
    lines.push(...this.#judgement(lines))
    const text = lines.join('\n')
    return [
      ...(/\$mark|\$MARK/.test(text) ? [this.isRacy ? 'mark=$base$go' : 'mark=$base'] : []),
      ...(text.includes('$MARK') ? ['MARK=$(echo "$mark" | tr a-z A-Z)'] : []),
      ...used(lines),
    ]
  }

  #request(exchange: Exchange, isAtOnce: boolean): readonly string[] {
    const command = `${this.#command(exchange, isAtOnce)} ${this.#numbers.get(exchange.sequence)}`
    const lines = requestLines(exchange, command, { variables: this.#variables, isRacy: this.isRacy })
    return lines.map((line, index) => (isAtOnce && index === lines.length - 1 ? `${line} &` : line))
  }

  /** A deliberately wrong request, or one for a foreign record, is rejected if the rule is kept. */
  #command(exchange: Exchange, isAtOnce: boolean): string {
    const { status, broken, request } = exchange
    const { decision, steps } = this.#sources
    const isJudged = exchange === decision.judged
    const isOffered = status < 300 && broken !== undefined && !isAtOnce && !this.isRacy
    if (isOffered && !(isJudged && ofRefusals.has(this.#finding.criterion?.kind))) return 'offer'
    if (isJudged || isAtOnce) return 'send'
    // A request that is rejected like the judged one may be equally wrong.
    const isAlike = exchange.endpoint === decision.judged.endpoint && status === decision.judged.status
    const step = `step ${Math.floor(status / 100)}`
    if (status >= 300) return isAlike ? 'send' : step
    if (isAlike && isSameRead(exchange, decision.judged)) return 'send'
    // A request for a deleted record may be rejected too.
    const isGone = (one: Exchange): boolean => one.request.method === 'DELETE' && one.sequence < exchange.sequence
    const isLate = request.method !== 'POST' && !isSafeMethod(request.method) && steps.exchanges.some(isGone)
    return isLate || this.#isForeign(exchange) ? 'send' : step
  }

  #isForeign({ request, identity }: Exchange): boolean {
    const { chronicle } = this.#sources
    const makers = chronicle.idsIn(request.path).map((id) => chronicle.originOf(id)?.exchange.identity)
    return makers.some((maker) => (maker === 'other-organization') !== (identity === 'other-organization'))
  }

  /** The ids in later requests, from the answer that showed them first. */
  #takes(exchange: Exchange): readonly string[] {
    const { steps, chronicle, decision, runId } = this.#sources
    const isKnown = (text: string): boolean => text.includes(runId) || this.#variables.of(text) !== undefined
    return [...steps.ids].flatMap((key) => {
      const origin = chronicle.originOf(key)
      if (origin?.exchange.sequence !== exchange.sequence || this.#variables.of(origin.id) !== undefined) return []
      const text = decision.answers.textOf({ exchange, path: pathOf(origin.at) }, isKnown)
      const path = text.includes('select(') ? (/^\(?[^.]*\.body(.*?)\)?$/.exec(text)?.[1] ?? '') : origin.at
      this.#requireOurs(exchange, { id: key, path })
      const variable = this.#name(exchange)
      this.#variables.add(origin.id, variable)
      const line = `${variable}=$(take ${this.#numbers.get(exchange.sequence)} ${this.#variables.word(path)})`
      return [line, ...this.#inCapitals(origin.id, variable)]
    })
  }

  /** An id that a request names in upper case. */
  #inCapitals(id: string, variable: string): readonly string[] {
    const capitals = id.toUpperCase()
    const isNamed = this.#sources.steps.exchanges.some(({ request }) =>
      `${request.path} ${request.body?.text}`.includes(capitals),
    )
    if (capitals === id || !isNamed) return []
    this.#variables.add(capitals, variable.toUpperCase())
    return [`${variable.toUpperCase()}=$(echo $${variable} | tr a-z A-Z)`]
  }

  /** An entry of a list may be somebody else's record when a transcript runs: it is changed only if its name, or its list, is ours. */
  #requireOurs({ request }: Exchange, { id, path }: { readonly id: string; readonly path: string }): void {
    const isOurList = /"\$|\$\w/.test(this.#variables.url(request.path).replace(/^"\$\w+/, ''))
    if (request.method !== 'GET' || path.includes('select(') || isOurList) return
    const isChanged = this.#sources.steps.exchanges.some(
      (step) => !isSafeMethod(step.request.method) && step.request.path.toLowerCase().includes(id),
    )
    if (isChanged) throw new Unwritable('it would change a record that only a list of the run showed to be its own')
  }

  #name({ endpoint }: Exchange): string {
    const kind = endpoint === undefined ? 'id' : endpoints[endpoint].resource.replaceAll('-', '_')
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    return count === 1 ? kind : `${kind}${count}`
  }

  #webLine(action: WebAction | undefined): readonly string[] {
    if (!action) return []
    const call = ['web', action.name, ...action.arguments.map((value) => this.#variables.word(value))].join(' ')
    if (action.made === undefined) return [call]
    const variable = `made${this.#counts.size + 1}`
    this.#counts.set(variable, 1)
    this.#variables.add(action.made, variable)
    return [`${variable}=$(${call})`]
  }

  /** Where the check read again and again, it waited. */
  #pause([exchange]: readonly Exchange[]): readonly string[] {
    const { steps, decision } = this.#sources
    if (!exchange || exchange.request.method !== 'GET') return []
    const { criterion, trail = [] } = this.#finding
    // The service describes files in its own time: what a later step builds on too.
    const written = this.#lastWriteBefore(exchange)
    if (written && steps.webActions.some(({ name }) => name === 'setAiUsage'))
      return pause(exchange.startedAt - written.startedAt)
    if (exchange !== lastOf(decision)) return []
    if (criterion?.kind === 'field' && criterion.afterMs !== undefined) return pause(criterion.afterMs)
    const sent = trail.filter(({ sequence }) => sequence < exchange.sequence)
    const reads = sent.slice(sent.findLastIndex(({ request }) => !isSafeMethod(request.method)) + 1)
    const first = reads.find(({ request }) => request.path === exchange.request.path)
    return pause(first ? exchange.startedAt - first.startedAt : 0)
  }

  /** The step that last created or changed what a read shows. */
  #lastWriteBefore(read: Exchange): Exchange | undefined {
    const { steps, chronicle } = this.#sources
    const ids = chronicle.idsIn(read.request.path)
    const before = steps.exchanges.filter(
      ({ sequence, request }) => sequence < read.sequence && !isSafeMethod(request.method),
    )
    const isOfIt = (step: Exchange): boolean =>
      [chronicle.madeBy(step), ...chronicle.idsIn(step.request.path)].some((id) => id !== undefined && ids.includes(id))
    return before.findLast(isOfIt) ?? before.at(-1)
  }

  #judgement(before: readonly string[]): readonly string[] {
    const { decision, chronicle } = this.#sources
    if (decision.filter === undefined) return []
    const number = this.#numbers.get(decision.judged.sequence)
    const [, sha256] = /§([\da-f]+)§/.exec(decision.filter) ?? []
    const file = fileName(sha256 ?? '', this.isRacy)
    if (sha256 !== undefined) this.#variables.add(`§${sha256}§`, 'same_bytes')
    const filter = decision.filter
      .replaceAll(`$a[#${decision.judged.sequence}#].`, '.')
      .replaceAll(/#(\d+)#/g, (_, sequence) => `"${this.#numbers.get(Number(sequence))}"`)
    const isOfAnotherRun = chronicle.idsIn(filter).some((id) => this.#variables.of(id) === undefined)
    if (isOfAnotherRun || (sha256 !== undefined && !before.some((line) => line.endsWith(`>${file}`)))) return []
    return [
      ...(sha256 === undefined ? [] : [`same_bytes=$(cmp -s ${number}.body ${file} && echo true || echo false)`]),
      `decide ${number} ${this.#variables.word(filter)}`,
    ]
  }
}

/** Kinds of claims about rejections. */
const ofRefusals: ReadonlySet<string | undefined> = new Set([undefined, 'status', 'code', 'location', 'either'])

/** The later of the answers that decide. */
function lastOf({ judged, others }: Decision): Exchange {
  return others.reduce((one, other) => (other.sequence > one.sequence ? other : one), judged)
}

function groupsOf(exchanges: readonly Exchange[]): ReadonlyArray<readonly Exchange[]> {
  const groups: Exchange[][] = []
  for (const exchange of exchanges) {
    const last = groups.at(-1)
    if (last?.[0] && sentTogether(last[0], exchange)) last.push(exchange)
    else groups.push([exchange])
  }
  return groups
}

function pause(milliseconds: number): readonly string[] {
  return milliseconds < 200 ? [] : [`sleep ${Math.min(12, Math.ceil(milliseconds / 1000))}`]
}

/** Whether an action of the web application changes nothing after the previous one. */
function isRepeated({ name, arguments: values }: WebAction, before: WebAction | undefined): boolean {
  return name.startsWith('set') && before?.name === name && before.arguments.join() === values.join()
}

function pathOf(at: string): ReadonlyArray<string | number> {
  return Array.from(at.matchAll(/\.([^.[]+)|\[(\d+)\]/g), ([, name, index]) => name ?? Number(index))
}

/** Leaves out the ids that no request names. */
function used(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => {
    const [, name] = /^(\w+)=\$\(take /.exec(line) ?? []
    return name === undefined || lines.some((other) => new RegExp(String.raw`\$\{?${name}\b`).test(other))
  })
}
