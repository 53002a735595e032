import type { Criterion, ReproductionScript } from '../../checks/finding.ts'
import type { NewFinding } from '../../checks/run-journal.ts'
import { signatureOf } from '../../checks/signature-of.ts'
import { isSafeMethod } from '../../client/is-safe-method.ts'
import { redact } from '../../client/redactor.ts'
import { printable } from '../../client/printable.ts'
import { endpoints } from '../../contract/endpoint.ts'
import { requirements } from '../../contract/requirement.ts'
import type { Chronicle, WebAction } from './chronicle.ts'
import { decisionOf, type Decision } from './decision.ts'
import { preludeFor } from './prelude.ts'
import { actorLines, Unwritable } from './request-lines.ts'
import { DataFlow, type Steps } from './steps.ts'
import { Story } from './story.ts'
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
  const lines = [...heading(finding, baseUrl), `echo ${quoted(`UNDECIDED: ${oneLine(needs)}`)}`, 'exit 3']
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
  const began = Math.min(...(finding.trail ?? []).map(({ sequence }) => sequence), judged.sequence)
  const rules = chronicle.webActions.filter(
    ({ name, sequence }) => name === 'setPartNumberRule' && sequence >= began - 1,
  )
  // A rule that was set for another product may hold here, too.
  if (rules.some((rule) => rule.sequence < judged.sequence && !steps.webActions.includes(rule)))
    throw new Unwritable('a rule for part numbers')
  if (isIdle(decision, steps, finding.criterion)) throw new Unwritable('what happened between two reads of the same')
  if (steps.exchanges.length > mostSteps) throw new Unwritable(`it takes ${steps.exchanges.length} requests`)
  const story = new Story(finding, { ...sources, steps, decision })
  const body = story.lines()
  const isRacy = story.isRacy
  const lines = [
    ...heading(finding, baseUrl),
    ...actorLines(steps.exchanges),
    ...(body.some((line) => line.includes('"$json"')) ? ["json='content-type: application/json'"] : []),
    `BASE_URL=\${BASE_URL:-${quoted(baseUrl)}}`,
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

function quoted(text: string): string {
  return new Variables().word(text)
}

function ending({ expected, received }: NewFinding, { filter, bytesOf, judged }: Decision): readonly string[] {
  if (filter || bytesOf !== undefined)
    return [
      `[ "$kept" ] || undecided 'the answer is neither as expected nor as in the run (${judged.status})'`,
      "printf '\\nKEPT\\n'",
    ]
  return [
    `printf '\\nexpected: %s\\nreceived in the run: %s\\n' ${quoted(oneLine(expected))} ${quoted(oneLine(received))}`,
    "undecided 'compare the last answer with what was expected'",
  ]
}

/** What surrounds a claim: other answers, and what it is about. */
const surroundings = new Set(['beside', 'answers', 'over'])

/** The ids and texts that a claim speaks of; whole records speak of things that it is not about. */
function claimText(criterion: Criterion | undefined): string {
  if (!criterion || criterion.kind === 'same') return ''
  return JSON.stringify(criterion, (name, value: unknown) => (surroundings.has(name) ? undefined : value))
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
