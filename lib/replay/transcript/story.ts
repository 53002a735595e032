import type { NewFinding } from '../../checks/run-journal.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/is-safe-method.ts'
import { endpoints } from '../../contract/endpoint.ts'
import type { Chronicle, WebAction } from './chronicle.ts'
import type { Decision } from './decision.ts'
import { jqPath } from './places.ts'
import { fileName, requestLines, Unwritable } from './request-lines.ts'
import type { Steps } from './steps.ts'
import { Variables } from './variables.ts'

interface StorySources {
  readonly chronicle: Chronicle
  readonly runId: string
  readonly steps: Steps
  readonly decision: Decision
}

/** The lines that send the requests, in the order of the run, and judge the last. */
export class Story {
  readonly #finding: NewFinding
  readonly #sources: StorySources
  readonly #variables = new Variables()
  readonly #numbers = new Map<number, number>()
  readonly #counts = new Map<string, number>()

  constructor(finding: NewFinding, sources: StorySources) {
    this.#finding = finding
    this.#sources = sources
    const { runId } = sources
    this.#variables.add(runId, 'mark')
    this.#variables.add(runId.toUpperCase(), 'MARK')
    for (const [index, { sequence }] of sources.steps.exchanges.entries()) this.#numbers.set(sequence, index + 1)
  }

  /** Whether requests are sent at once, so that one go may show nothing. */
  get isRacy(): boolean {
    return this.#groups().some(
      (group) => group.length > 1 && group.some(({ request }) => !isSafeMethod(request.method)),
    )
  }

  lines(): readonly string[] {
    const waiting = this.#sources.steps.webActions.filter((action, index, all) => !isRepeated(action, all[index - 1]))
    const lines: string[] = []
    for (const group of this.#groups()) {
      const began = group[0]?.sequence ?? 0
      while (waiting[0] && waiting[0].sequence < began) lines.push(...this.#webLine(waiting.shift()))
      lines.push(...this.#pause(group), ...group.flatMap((exchange) => this.#request(exchange, group.length > 1)))
      if (group.length > 1) lines.push('wait')
      for (const exchange of group) lines.push(...this.#takes(exchange))
    }
    for (const action of waiting) lines.push(...this.#webLine(action))
    const text = lines.join('\n')
    return [
      ...(text.includes('$mark') || text.includes('$MARK') ? [this.isRacy ? 'mark=$base$go' : 'mark=$base'] : []),
      ...(text.includes('$MARK') ? ['MARK=$(echo "$mark" | tr a-z A-Z)'] : []),
      ...used([...lines, ...this.#judgement()]),
    ]
  }

  #groups(): ReadonlyArray<readonly Exchange[]> {
    const groups: Exchange[][] = []
    for (const exchange of this.#sources.steps.exchanges) {
      const last = groups.at(-1)
      if (last && exchange.atOnce !== undefined && last[0]?.atOnce === exchange.atOnce) last.push(exchange)
      else groups.push([exchange])
    }
    return groups
  }

  #request(exchange: Exchange, isAtOnce: boolean): readonly string[] {
    const isJudged = exchange === this.#sources.decision.judged
    // What is wrong on purpose, or somebody else's, is refused where the rule is kept.
    const isOpen =
      isJudged || isAtOnce || (exchange.status < 300 && (exchange.broken !== undefined || this.#isForeign(exchange)))
    const command = isOpen ? 'send' : exchange.status < 300 ? 'setup' : 'refused'
    const lines = requestLines(exchange, `${command} ${this.#numbers.get(exchange.sequence)}`, this.#variables)
    return lines.map((line, index) => (isAtOnce && index === lines.length - 1 ? `${line} &` : line))
  }

  #isForeign({ request, identity }: Exchange): boolean {
    const { chronicle } = this.#sources
    const ids = chronicle.idsAmong(request.path.match(/[\w-]{4,}/g) ?? [])
    return ids.some(
      (id) =>
        (chronicle.originOf(id)?.exchange.identity === 'other-organization') !== (identity === 'other-organization'),
    )
  }

  /** The ids that later requests name, from the answer that showed them first. */
  #takes(exchange: Exchange): readonly string[] {
    const { steps, chronicle, runId } = this.#sources
    const isKnown = (value: string): boolean => value.includes(runId) || this.#variables.of(value) !== undefined
    return [...steps.ids].flatMap((key) => {
      const origin = chronicle.originOf(key)
      if (origin?.exchange.sequence !== exchange.sequence || this.#variables.of(origin.id) !== undefined) return []
      const path = exchange.json === undefined ? origin.at : jqPath(exchange.json, pathOf(origin.at), isKnown)
      this.#requireOurs(exchange, { id: key, path })
      const variable = this.#name(exchange)
      this.#variables.add(origin.id, variable)
      const line = `${variable}=$(take ${this.#numbers.get(exchange.sequence)} ${this.#variables.word(path)})`
      return [line, ...this.#inCapitals(origin.id, variable)]
    })
  }

  /** An id that a request names in capitals. */
  #inCapitals(id: string, variable: string): readonly string[] {
    const capitals = id.toUpperCase()
    const isNamed = this.#sources.steps.exchanges.some(({ request }) =>
      `${request.path} ${request.body?.text}`.includes(capitals),
    )
    if (capitals === id || !isNamed) return []
    this.#variables.add(capitals, variable.toUpperCase())
    return [`${variable.toUpperCase()}=$(echo $${variable} | tr a-z A-Z)`]
  }

  /** What a list shows at a place may be somebody else's by the time that a transcript is run: it is changed only where its name, or its list, is ours. */
  #requireOurs({ request }: Exchange, { id, path }: { readonly id: string; readonly path: string }): void {
    if (
      request.method !== 'GET' ||
      path.includes('select(') ||
      /"\$|\$\w/.test(this.#variables.url(request.path).replace('$BASE_URL', ''))
    )
      return
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
    const variable = `id${this.#counts.size + 1}`
    this.#counts.set(variable, 1)
    this.#variables.add(action.made, variable)
    return [`${variable}=$(${call})`]
  }

  /** Where the check read again and again, it waited. */
  #pause([exchange]: readonly Exchange[]): readonly string[] {
    if (!exchange || exchange !== this.#sources.decision.judged || exchange.request.method !== 'GET') return []
    const { criterion } = this.#finding
    const before = this.#sources.steps.exchanges.findLast(({ sequence }) => sequence < exchange.sequence)
    // The service describes files in its own time.
    if (before && this.#sources.steps.webActions.some(({ name }) => name === 'setAiUsage'))
      return pause(exchange.startedAt - before.startedAt)
    if (criterion?.kind === 'field' && criterion.afterMs !== undefined) return pause(criterion.afterMs)
    const trail = (this.#finding.trail ?? []).filter(({ sequence }) => sequence < exchange.sequence)
    const reads = trail.slice(trail.findLastIndex(({ request }) => !isSafeMethod(request.method)) + 1)
    const first = reads.find(({ request }) => request.path === exchange.request.path)
    return pause(first ? exchange.startedAt - first.startedAt : 0)
  }

  #judgement(): readonly string[] {
    const { decision, runId } = this.#sources
    const { judged, other, race, bytesOf, filter } = decision
    if (bytesOf !== undefined) {
      const number = this.#numbers.get(judged.sequence)
      return [
        `if cmp -s ${number}.body ${fileName(bytesOf)}; then kept=yes; elif [ "$(jq .status ${number}.json)" = ${judged.status} ]; then echo BREACH: other bytes; exit 1; fi`,
      ]
    }
    if (!filter) return []
    const text = this.#variables.word(
      filter((value) => value.includes(runId) || this.#variables.of(value) !== undefined),
    )
    const numbers = (race ?? [judged]).map(({ sequence }) => this.#numbers.get(sequence) ?? 0)
    if (race) {
      const files = numbers.map((number) => `${number}.json`).join(' ')
      return [
        `case $(jq -s ${text} ${files}) in`,
        '  true) kept=yes ;;',
        '  false) echo BREACH: more than one was accepted, or none; exit 1 ;;',
        'esac',
      ]
    }
    const second = other && other !== judged ? ` ${this.#numbers.get(other.sequence)}` : ''
    return [`decide ${judged.status} ${text} ${numbers[0]}${second}`]
  }
}

function pause(milliseconds: number): readonly string[] {
  return milliseconds < 200 ? [] : [`sleep ${Math.min(12, Math.ceil(milliseconds / 1000))}`]
}

/** Whether what the web application did changes nothing after what it did before. */
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
