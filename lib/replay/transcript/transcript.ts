import type { ReproductionScript, NewFinding } from '../../checks/finding.ts'
import { signatureOf } from '../../checks/signature-of.ts'
import { isSafeMethod } from '../../client/request-description.ts'
import type { Exchange } from '../../client/exchange.ts'
import { redact } from '../../client/redactor.ts'
import { printable } from '../../client/printable.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import { requirements } from '../../contract/requirement.ts'
import type { TranscriptSources } from './answers.ts'
import { decisionOf, type Decision } from './decision.ts'
import { actorLines, Unwritable } from './request-lines.ts'
import { sentTogether, stepsOf, type Steps } from './steps.ts'
import { Story } from './story.ts'
import { Variables } from './variables.ts'

/** Rounds of a race: a service that breaks the rule may pass by chance. */
const goes = 8

/** The fewest requests that reproduce a finding, as a script for sh, curl and jq that prints BREACH, KEPT or UNDECIDED. */
export function transcript(finding: NewFinding, sources: TranscriptSources): ReproductionScript {
  try {
    return written(finding, sources)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    const needs = error.message
    const lines = [...heading(finding, sources.baseUrl), undecided(finding), `undecided ${quoted(oneLine(needs))}`]
    return { text: `${redact(lines.join('\n'))}\n`, needs }
  }
}

function written(finding: NewFinding, sources: TranscriptSources): ReproductionScript {
  const decision = decisionOf(finding, sources)
  const { criterion, expected, received } = finding
  if (!decision) throw new Unwritable(criterion?.kind === 'unseen' ? criterion.needs : 'no answer shows it')
  const steps = stepsOf(finding, decision, sources)
  refuse(finding, decision, steps)
  const story = new Story(finding, { ...sources, steps, decision })
  const body = story.lines()
  const isDecided = body.some((line) => line.startsWith('decide '))
  const lines = [
    ...heading(finding, sources.baseUrl),
    ...actorLines(steps.exchanges),
    `${body.some((line) => line.includes('"$json"')) ? "json='content-type: application/json'; " : ''}BASE_URL=\${BASE_URL:-${quoted(sources.baseUrl)}}; api=$BASE_URL/v1/public`,
    '',
    'requests() {',
    ...body.map((line) => `  ${line}`),
    '}',
    preludeFor(body),
    undecided(finding),
    ...removal(steps),
    '',
    `set -eu; cd "$(mktemp -d)"; touch products; kept='' base=$(printf '%0${story.isRacy ? 7 : 8}x' $(( ($(date +%s) * 997 + $$) % 268435456 )))`,
    `trap 'set +e; remove' EXIT; ${story.isRacy ? `for go in $(seq ${goes}); do requests; done` : 'requests'}`,
    ...(isDecided
      ? [
          `[ "$kept" ] || undecided 'the answer is neither as expected nor as in the run'`,
          // A whole list may break on any record in it.
          criterion?.kind === 'status' && steps.isPartOfList
            ? `undecided 'as expected here, but in the run the list had more records'`
            : `printf '\\nKEPT\\n'`,
        ]
      : [
          `printf '\\nexpected: %s\\nreceived in the run: %s\\n' ${quoted(oneLine(expected))} ${quoted(oneLine(received))}`,
          "undecided 'compare the last answer with the expected one'",
        ]),
  ]
  const needs = isDecided ? 'the web application' : 'somebody to compare what it shows'
  const isAlone = isDecided && steps.webActions.length === 0
  return { text: `${redact(lines.join('\n'))}\n`, ...(!isAlone && { needs }) }
}

/** Findings that the same requests would not reproduce. Throws `Unwritable`. */
function refuse({ criterion }: NewFinding, decision: Decision, steps: Steps): void {
  const { exchanges } = steps
  const together = exchanges.filter((one) => sentTogether(one, decision.judged))
  const isOfEffect = criterion?.kind === 'text' && !criterion.shown && !criterion.isTheirs
  const least = (criterion?.kind === 'size' || criterion?.kind === 'page') && criterion.least
  const isInOneState = isIdle(decision, steps) && !['order', 'settled'].includes(criterion?.kind ?? '')
  const missing = [
    isOfSpentLimit(criterion, steps) && 'an exhausted rate limit',
    isOfEffect && !isSent(criterion.text, exchanges) && 'the request that should have no effect',
    Number(least) > Math.max(1, recordsCreatedBy(exchanges)) && `a list of ${least} entries`,
    together.length === 1 && 'another request at the same time',
    isInOneState && 'what happened between two reads of the same',
  ].find((reason) => reason !== false)
  if (missing !== undefined) throw new Unwritable(missing)
}

function isOfSpentLimit(criterion: NewFinding['criterion'], { exchanges, webActions }: Steps): boolean {
  const isClaimed = criterion?.kind === 'status' && Array.isArray(criterion.lawful) && criterion.lawful.includes(429)
  const isSpent = exchanges.some(
    ({ status, headers }) => status === 429 || (status >= 400 && headers['x-ratelimit-remaining'] === '0'),
  )
  return isClaimed || isSpent || webActions.some(({ name }) => name === 'setRateLimit')
}

/** Whether one of the requests contains a text, in any letter case. */
function isSent(text: string, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ request }) =>
    `${request.path} ${request.body?.text}`.toLowerCase().includes(text.toLowerCase()),
  )
}

/** The number of records that the requests create: each has a name, or a file. */
function recordsCreatedBy(exchanges: readonly Exchange[]): number {
  const creations = exchanges.filter(({ request, status }) => request.method === 'POST' && status < 300)
  return creations.reduce((sum, { request }) => sum + Math.max(1, request.body?.text.match(/"name":/g)?.length ?? 0), 0)
}

/** Whether nothing happens between two reads that should show the same. */
function isIdle({ judged, others }: Decision, { exchanges, webActions }: Steps): boolean {
  const other = others.find(({ request }) => request.path === judged.request.path)
  if (!other) return false
  const [first = 0, last = 0] = [other.sequence, judged.sequence].toSorted((one, two) => one - two)
  const isBetween = ({ sequence }: { readonly sequence: number }): boolean => sequence >= first && sequence < last
  const changes = exchanges.filter(({ request }) => !isSafeMethod(request.method))
  return ![...changes, ...webActions].some(isBetween)
}

function signature({ requirement, fingerprint }: NewFinding): string {
  return signatureOf(requirement, fingerprint)
}

function heading(finding: NewFinding, baseUrl: string): readonly string[] {
  const { requirement, claim, expected, received, hint } = finding
  const { statement = '', source = '' } = requirements.get(requirement) ?? {}
  const told = [
    `${requirement}: ${statement}${source === '' ? '' : ` [contract: ${source}]`}`,
    `claim: ${claim}`,
    `expected ${expected}`,
    `received ${received}`,
    `hint: ${hint}`,
    `finding ${signature(finding)} at ${baseUrl}; CONFORMANCE_API_KEY=... [BASE_URL=...] sh FILE says BREACH (exit code 1), KEPT (0) or UNDECIDED (3)`,
  ]
  return ['#!/bin/sh', ...told.map((line) => `# ${oneLine(line)}`.trimEnd())]
}

/** Where a few requests do not tell, the suite does. */
function undecided(finding: NewFinding): string {
  const command = `npx product-data-conformance replay ${signature(finding)}`
  return `undecided() { printf '\\nUNDECIDED: %s\\nThis decides: ${command}\\n' "$1" >&2; exit 3; }`
}

function oneLine(text: string): string {
  const line = printable(text).replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
  return line.length > 240 ? `${line.slice(0, 240).toWellFormed()}…` : line
}

function quoted(text: string): string {
  return new Variables().word(text)
}

/**
 * At the end, created products are deleted if a read by id shows the mark of the script in the name or the readable_id; the script
 * names what only the web application can restore.
 */
function removal({ exchanges, webActions }: Steps): readonly string[] {
  const { path } = endpoints.createProduct
  const isMaking = exchanges.some(({ request }) => request.method === 'POST' && request.path.startsWith(path))
  const names = webActions.map(({ name }) => name).filter((name) => name.startsWith('set'))
  const keys = exchanges.some(({ identity }) => identity === 'other-organization') ? '"$own" "$other"' : '"$own"'
  return [
    ...(isMaking
      ? [
          'remove() { # the products that were made here, where a read shows the mark of this script',
          `  for id in $(cat products); do for key in ${keys}; do url=$api/products/$id`,
          '    curl -sS -H "$key" $url | grep -qiE "(name|readable_id)\\": *\\"[^\\"]*$base" && curl -sS -X DELETE -H "$key" $url && echo "removed $url"',
          '  done; done',
        ]
      : ['remove() {']),
    ...Array.from(new Set(names), (name) => `  echo 'Set back in the web application: ${name}'`),
    '  rm -r "$PWD"; }',
  ]
}

/** The functions of a transcript, each with its explanation. */
const functions = {
  send: String.raw`send() { # N CURL-ARGUMENTS: sends request N, shows the answer, and keeps it in N.json
  n=$1; shift; : >$n.body
  line=$(curl -sS --globoff --path-as-is -D $n.head -o $n.body -w '%{http_code} %{method} %{url_effective}' "$@") || undecided "no answer to request $n"
  jq -n --arg n $n --arg s \${line%% *} --rawfile h $n.head --rawfile b $n.body '{$n, status: $s | tonumber, body: ($b | fromjson? // $b), headers: [$h
    | split("\n")[] | capture("^(?<key>[^: ]+): *(?<value>[^\r]*)") | .key |= ascii_downcase] | from_entries}' >$n.json
  printf '\n[%s] %s\n' $n "$line"
  jq -a '(.headers | with_entries(select(.key | test("^(x-|retry|www|content-[td])")))), .body' $n.json | head -n 60 | cut -c 1-300
  case "$2 $3 $line" in "POST $api/products 2"*) jq -r '.body.id | strings | select(test("^[\\w-]+$"))' $n.json >>products ;; esac
}`,
  step: `step() { was=$1; shift; send "$@"; case $line in $was*) ;; *) undecided "request $n got $was.. in the run" ;; esac; }`,
  offer: `offer() { # what is wrong on purpose: where it is rejected, nothing comes of it
  send "$@"; case $line in 2*) ;; 400*|422*) printf '\\nKEPT: request %s was rejected\\n' $n; exit 0 ;; *) undecided "request $n succeeded in the run" ;; esac
}`,
  take: String.raw`take() { jq -er ".body$2 | strings | select(test(\"^[\\\\w.~-]+$\"))" $1.json || undecided "answer $1 shows no id at $2"; }`,
  many: `many() { head -c $1 /dev/zero | tr '\\0' "$2"; }`,
  web: String.raw`web() { # ACTION ARGUMENTS: done in the web application, by the program that is named so or by you
  if [ -n "\${CONFORMANCE_WEB_APPLICATION-}" ]; then "$CONFORMANCE_WEB_APPLICATION" "$@"
  elif [ -t 0 ]; then printf 'Do in the web application: %s\nPress Enter, or give the id that it made: ' "$*" >&2; read -r id; echo "$id"
  else undecided "somebody has to do in the web application: $*"; fi
}`,
  decide: String.raw`decide() { # N FILTER: judges answer N; $a["M"] is answer M
  case $(jq -s --arg n $1 "\${same-} INDEX(.n) as \$a | \$a[\$n] | $2" *.json) in
    true) kept=yes ;; false) printf '\nBREACH: answer %s is not as expected\n' $1; exit 1 ;; esac
}`,
  same: String.raw`same='def even: if type == "number" then . * 1e9 | round elif type == "array" then map(even) | sort elif type == "object" then map_values(even)
    elif . == "" then null elif type != "string" then . elif test("^\\[\\[") then gsub("\\s"; "") elif test("\\s") then sub("^\\s+"; "") | sub("\\s+$"; "")
    else ascii_downcase | sub("(?<=T[0-9:]{8})[.][0-9]+"; "") end;
  def same(x; y): [x] as $x | [y] as $y | if $x == [] or $y == [] then null elif $x == $y then true elif ($x | even) == ($y | even) then null else false end;'`,
} as const

/** The functions that some lines of a transcript call, each once, including those that they call. */
export function preludeFor(lines: readonly string[]): string {
  const text = lines.join('\n')
  return Object.entries(functions)
    .filter(([name]) => name === 'send' || new RegExp(String.raw`\b${name}[ (]`).test(text))
    .map(([, body]) => body.replaceAll(String.raw`\${`, '${'))
    .join('\n')
}
