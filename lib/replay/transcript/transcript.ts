import type { Criterion, ReproductionScript } from '../../checks/finding.ts'
import type { NewFinding } from '../../checks/run-journal.ts'
import { signatureOf } from '../../checks/signature-of.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isSafeMethod } from '../../client/is-safe-method.ts'
import { redact } from '../../client/redactor.ts'
import { printable } from '../../client/printable.ts'
import { endpoints } from '../../contract/endpoint.ts'
import { requirements } from '../../contract/requirement.ts'
import type { Chronicle, WebAction } from './chronicle.ts'
import { decisionOf, type Decision } from './decision.ts'
import { jqPath } from './places.ts'
import { preludeFor } from './prelude.ts'
import { actorLines, fileName, requestLines, Unwritable } from './request-lines.ts'
import { DataFlow, type Steps } from './steps.ts'
import { Variables } from './variables.ts'

/** What a transcript needs of the run besides its finding. */
export interface TranscriptSources {
  readonly chronicle: Chronicle
  readonly baseUrl: string
  readonly runId: string
}

/** Requests that a reader follows; what takes more is repeated by the suite itself. */
const mostSteps = 40
/** Goes of a race: a service that breaks the rule may do well by chance. */
const goes = 8

/** The fewest requests that show a finding again, as a script for sh, curl and jq that says BREACH, KEPT or UNDECIDED. */
export function transcript(finding: NewFinding, sources: TranscriptSources): ReproductionScript {
  try {
    return written(finding, sources)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    return withoutRequests(finding, sources, error.message)
  }
}

function withoutRequests(finding: NewFinding, { baseUrl }: TranscriptSources, needs: string): ReproductionScript {
  const lines = [...heading(finding, baseUrl), `echo ${new Variables().word(`UNDECIDED: ${oneLine(needs)}`)}`, 'exit 3']
  return { text: `${redact(lines.join('\n'))}\n`, needs }
}

/** Whether nothing happens between two reads that ought to show the same. */
function isIdle(
  { judged, other, filter }: Decision,
  { exchanges, webActions }: Steps,
  criterion: Criterion | undefined,
): boolean {
  if (!filter || !other || other.request.path !== judged.request.path || criterion?.kind === 'order') return false
  const [first, last] = [other.sequence, judged.sequence].toSorted((one, two) => one - two)
  const isBetween = ({ sequence }: { readonly sequence: number }): boolean =>
    sequence >= (first ?? 0) && sequence < (last ?? 0)
  return (
    !exchanges.some((exchange) => isBetween(exchange) && !isSafeMethod(exchange.request.method)) &&
    !webActions.some(isBetween)
  )
}

function written(finding: NewFinding, sources: TranscriptSources): ReproductionScript {
  const { chronicle, baseUrl, runId } = sources
  const decision = decisionOf(finding)
  if (!decision)
    throw new Unwritable(finding.criterion?.kind === 'unseen' ? finding.criterion.needs : 'no answer shows it')
  const { judged, other, race = [] } = decision
  const flow = new DataFlow(finding, { judged: [...race, ...(other ? [other] : []), judged], chronicle, runId })
  const steps = flow.steps(decision.entries ?? claimText(finding.criterion), entriesNeeded(finding.criterion, decision))
  if (
    steps.exchanges.some(({ status }) => status === 429) ||
    steps.webActions.some(({ name }) => name === 'setRateLimit')
  )
    throw new Unwritable('a spent rate limit')
  if (isIdle(decision, steps, finding.criterion)) throw new Unwritable('what happened between two reads of the same')
  if (steps.exchanges.length > mostSteps) throw new Unwritable(`it takes ${steps.exchanges.length} requests`)
  const story = new Story(finding, { ...sources, steps, decision })
  const body = story.lines()
  const isRacy = story.isRacy
  const lines = [
    ...heading(finding, baseUrl),
    ...actorLines(steps.exchanges),
    ...(body.some((line) => line.includes('"$json"')) ? ["json='content-type: application/json'"] : []),
    `BASE_URL=\${BASE_URL:-${new Variables().word(baseUrl)}}`,
    '',
    'requests() {',
    ...body.map((line) => `  ${line}`),
    '}',
    '',
    preludeFor(body),
    ...removal(steps),
    '',
    `set -eu; cd "$(mktemp -d)"; touch products; kept= base=$(printf '%0${isRacy ? 7 : 8}x' $(( ($(date +%s) * 997 + $$) % 268435456 )))`,
    "trap 'set +e; remove' EXIT",
    isRacy ? `for go in $(seq ${goes}); do requests; done` : 'requests',
    ...ending(finding, decision),
  ]
  const needs = needsOf(decision, steps.webActions)
  return { text: `${redact(lines.join('\n'))}\n`, ...(needs !== undefined && { needs }) }
}

function needsOf({ filter, bytesOf }: Decision, webActions: readonly WebAction[]): string | undefined {
  if (!filter && bytesOf === undefined) return 'somebody who compares what it shows'
  return webActions.length > 0 ? 'the web application' : undefined
}

function heading(
  { requirement, fingerprint, claim, expected, received, hint }: NewFinding,
  baseUrl: string,
): readonly string[] {
  const { statement = '', source = '' } = requirements.get(requirement) ?? {}
  const told = [
    `${requirement}: the deployment ${statement}`,
    ...(source === '' ? [] : [`contract: ${source}`]),
    `claim: ${claim}`,
    `expected: ${expected}`,
    `received: ${received}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    `finding ${signatureOf(requirement, fingerprint)} at ${baseUrl}`,
    'usage: CONFORMANCE_API_KEY=... [BASE_URL=...] sh FILE, with curl and jq. Ends with BREACH (exit code 1), KEPT (0) or UNDECIDED (3).',
  ]
  return ['#!/bin/sh', ...told.map((line) => `# ${oneLine(line)}`.trimEnd())]
}

function oneLine(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ')
  return line.length > 240 ? `${line.slice(0, 240).toWellFormed()}…` : line
}

/** At the end goes what was made, where a read by its id shows the name that was sent; what only the web application can put back is named. */
function removal({ exchanges, webActions }: Steps): readonly string[] {
  const isMaking = exchanges.some(
    ({ request }) => request.method === 'POST' && request.path.startsWith(endpoints.createProduct.path),
  )
  const changed = new Set(
    webActions.flatMap(({ name }) => (name.startsWith('set') && name !== 'setPartNumberRule' ? [name] : [])),
  )
  const keys = exchanges.some(({ identity }) => identity === 'other-organization') ? '"$own" "$other"' : '"$own"'
  return [
    'remove() { # the products that were made here, where a read shows their names',
    ...(isMaking
      ? [
          `  for id in $(cat products); do for key in ${keys}; do`,
          `    url=$BASE_URL${endpoints.createProduct.path}/$id`,
          '    curl -sS -H "$key" $url | grep -qi "name\\": *\\"[^\\"]*$base" && curl -sS -X DELETE -H "$key" $url && echo "removed $url"',
          '  done; done',
        ]
      : []),
    ...Array.from(changed, (name) => `  echo 'Set back in the web application: ${name}'`),
    '  rm -r "$PWD"',
    '}',
  ]
}

function ending({ expected, received }: NewFinding, { filter, bytesOf, judged }: Decision): readonly string[] {
  if (filter || bytesOf !== undefined)
    return [
      `[ "$kept" ] || undecided 'the answer is neither as expected nor as in the run (${judged.status})'`,
      "printf '\\nKEPT\\n'",
    ]
  const quoted = (text: string): string => new Variables().word(oneLine(text))
  return [
    `printf '\\nexpected: %s\\nreceived in the run: %s\\n' ${quoted(expected)} ${quoted(received)}`,
    "undecided 'compare the last answer with what was expected'",
  ]
}

/** Leaves out the ids that no request names. */
function used(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => {
    const [, name] = /^(\w+)=\$\(take /.exec(line) ?? []
    return name === undefined || lines.some((other) => new RegExp(String.raw`\$\{?${name}\b`).test(other))
  })
}

/** The ids and texts that a claim speaks of; whole records speak of things that it is not about. */
function claimText(criterion: Criterion | undefined): string {
  return criterion && criterion.kind !== 'rows' && criterion.kind !== 'same' ? JSON.stringify(criterion) : ''
}

const ofOneEntry: ReadonlySet<string | undefined> = new Set([
  'entry',
  'status',
  'code',
  'text',
  'type',
  'header',
  'location',
  'reset',
])

/** How many other entries of a list matter: none to a claim about one of them, but on a page after the first. */
function entriesNeeded(criterion: Criterion | undefined, { judged, entries }: Decision): number {
  if (criterion?.kind === 'order') return 4
  const isOfOne = ofOneEntry.has(criterion?.kind) || entries !== undefined
  return isOfOne && !/offset=[1-9]|limit=\d\b/.test(judged.request.path) ? 0 : mostSteps
}

interface StorySources extends TranscriptSources {
  readonly steps: Steps
  readonly decision: Decision
}

/** The lines that send the requests, in the order of the run, and judge the last. */
class Story {
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
      const [first] = group
      while (first && waiting[0] && waiting[0].sequence < first.sequence) lines.push(...this.#webLine(waiting.shift()))
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
      return [`${variable}=$(take ${this.#numbers.get(exchange.sequence)} ${this.#variables.word(path)})`]
    })
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
