import { painted } from '../client/output.ts'
import type { TargetFile } from '../config/target-file.ts'
import { isRecord } from '../contract/is-record.ts'
import { efforts } from '../config/configuration.ts'
import { areas } from '../contract/requirement.ts'
import { withoutControlCharacters } from '../client/printable.ts'
import { inOneLine, shortened } from '../report/escape.ts'
import { durationText } from '../wording/figures.ts'
import { sourceWords } from './learn-dialect.ts'
import type { Diagnosis } from './diagnose.ts'
import { targetFileFound } from './target-file-found.ts'
import type { PlannedCost, PlannedRow } from './plan-run.ts'

const longestText = 160
const idsShown = 6

type Lines = readonly string[]

/** A diagnosis for people, without what the target file already declares. */
export function diagnosisText(diagnosis: Diagnosis, declared: TargetFile = {}): string {
  const blocks: ReadonlyArray<readonly [string, Lines]> = [
    [painted('bold', 'target'), targetLines(diagnosis)],
    [
      painted('bold', 'keys'),
      table(diagnosis.keys.map(({ variable, state, finding }) => [variable, symbol(state), finding])),
    ],
    [painted('bold', 'description'), descriptionLines(diagnosis)],
    [painted('bold', 'dialect'), dialectLines(diagnosis)],
    [painted('bold', 'fixtures'), fixtureLines(diagnosis)],
    [painted('bold', 'what a target file can declare of it'), declarableLines(diagnosis, declared)],
    [painted('bold', 'controls'), controlLines(diagnosis)],
    [painted('bold', 'would stay untested'), untestedLines(diagnosis)],
    [painted('bold', 'plan: requests (of which writes), estimated'), planLines(diagnosis)],
  ]
  const text = blocks.map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')).join('\n\n')
  return `${text}\n\ndoctor sent ${diagnosis.requests} requests.\n`
}

function targetLines({ target }: Diagnosis): Lines {
  const { name, baseUrl, mode, traces, medianMs, rateLimit } = target
  const may = mode === 'read-only' ? 'only read' : traces ? 'read, write and leave traces' : 'read and write'
  const limit = rateLimit
    ? `${rateLimit.limit.toLocaleString('en')} requests in a window of about ${rateLimit.windowSeconds} s`
    : 'no rate limit in its answers'
  return [
    `${safe(name)}, ${safe(baseUrl)}`,
    `${Math.max(1, Math.round(medianMs))} ms an answer; ${limit}`,
    `a run may ${may}`,
  ]
}

function descriptionLines({ description }: Diagnosis): Lines {
  if (description === undefined) return ['none at the usual places; give one with --openapi FILE|URL']
  const { source, version, from, endpoints } = description
  const hint = from === 'published' ? [`to use it in a run, add --openapi ${safe(source)}`] : []
  return [`${safe(source)}, OpenAPI ${safe(version)}, ${endpoints} of the contract’s endpoints`, ...hint]
}

function dialectLines({ dialect, target }: Diagnosis): Lines {
  const found = Object.entries(dialect.found).map(([name, { value, source, contradicts, dropped }]) => [
    name,
    safe(typeof value === 'string' ? value : JSON.stringify(value)),
    [
      `(${sourceWords[source]})`,
      ...(contradicts === undefined ? [] : [safe(contradicts, 300)]),
      ...(dropped === undefined ? [] : [droppedWords(dropped, name)]),
    ].join(' – '),
  ])
  const untried = Object.entries(dialect.untried ?? {}).map(([name, body]) => [
    name,
    safe(JSON.stringify(body)),
    '(from the description, not tried)',
  ])
  const missing = Object.entries(dialect.missing).map(([name, why]) => [name, 'not found', safe(why)])
  const creations =
    target.mode === 'read-only'
      ? ['creation bodies can only be learned by creating records: allow writes (--allow-writes)']
      : []
  return [...table([...found, ...untried, ...missing]), ...creations]
}

function droppedWords(fields: readonly string[], name: string): string {
  return `the answer did not show ${safe(fields.join(', '))}; if the target calls it otherwise, declare dialect.${name}`
}

function fixtureLines({ fixtures }: Diagnosis): Lines {
  return table(fixtures.map(({ name, found, finding }) => [name, found ? '' : '–', safe(finding)]))
}

function declarableLines(diagnosis: Diagnosis, declared: TargetFile): Lines {
  const found = targetFileFound(diagnosis)
  const declarable = undeclared(found, declared) ?? {}
  if (Object.keys(declarable).length === 0) return [Object.keys(found).length === 0 ? 'nothing' : 'nothing more']
  return JSON.stringify(declarable, undefined, 2)
    .split('\n')
    .map((line) => withoutControlCharacters(line))
}

/** The entries of a target file that another one lacks; different values of the same fixtures and names are not compared. */
function undeclared(found: object, declared: object): object | undefined {
  const entries = Object.entries(found).flatMap(([name, value]: [string, unknown]) => {
    const other: unknown = Reflect.get(declared, name)
    if (other === undefined) return [[name, value]]
    const rest = isRecord(value) && isRecord(other) && !ofValues.has(name) ? undeclared(value, other) : undefined
    return rest === undefined ? [] : [[name, rest]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** A template, or a fixture, is shown as a whole. */
const ofValues: ReadonlySet<string> = new Set(['publishedProduct', 'foreign', 'itemCreate', 'productCreate'])

function controlLines({ controls: { supplied, missing } }: Diagnosis): Lines {
  if (missing.length === 0) return ['all are supplied']
  return [`supplied: ${supplied.join(', ') || 'none'}`, `missing: ${missing.join(', ')} (--controls FILE)`]
}

function untestedLines({ untested, cases }: Diagnosis): Lines {
  const depth = `${cases.looked} of about ${cases.known} cases would be evaluated`
  const isNothing = untested.every(({ isSure }) => isSure === false)
  const lines = untested.map(({ remedy, ids, isSure = true }) => {
    const shown = ids.slice(0, idsShown).join(' ')
    return `${String(ids.length).padStart(3)}${isSure ? ' ' : '?'} ${safe(remedy, 300)}: ${shown}${ids.length > idsShown ? ' …' : ''}`
  })
  return [...(isNothing ? ['nothing, as far as reads can show'] : []), ...lines, depth]
}

function planLines({ plan, target }: Diagnosis): Lines {
  const titles = new Map(areas.map(({ id, title }) => [id, title]))
  const row = (planned: PlannedRow): string[] => [
    planned.area,
    titles.get(planned.area) ?? '',
    ...efforts.map((effort) => cost(planned[effort])),
  ]
  const { seconds, total } = plan
  const times = ['time', '', ...efforts.map((effort) => durationText(seconds[effort]))]
  const totals = efforts.map((effort) => total[effort])
  const numbers = ['trace', 'part numbers that stay retired', ...totals.map(({ partNumbers }) => `${partNumbers}`)]
  const files = ['trace', 'files, which the target may keep', ...totals.map(({ files: count }) => `${count}`)]
  const traces = [...(target.traces ? [numbers] : []), ...(target.mode === 'read-only' ? [] : [files])]
  const rows = [['area', '', ...efforts], ...plan.areas.map(row), row(total), times, ...traces]
  const measured = target.rateLimit ? 'the rate limit and latency' : 'the latency'
  return [
    ...table(rows),
    `${plan.checks} checks. Estimates: requests as on the reference, times from ${measured} of this target`,
  ]
}

function cost({ requests, writes }: PlannedCost): string {
  return writes === 0 ? `${requests}` : `${requests} (${writes})`
}

function symbol(state: 'fit' | 'unfit' | 'absent'): string {
  return { fit: 'ok', unfit: 'wrong', absent: '–' }[state]
}

function table(rows: ReadonlyArray<readonly string[]>): Lines {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function safe(text: string, longest = longestText): string {
  return shortened(inOneLine(withoutControlCharacters(text)), longest)
}
