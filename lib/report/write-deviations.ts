import type { Finding } from '../checks/finding.ts'
import { isPartial } from '../config/configuration.ts'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readDeviations, toBeFilledIn, type Deviation } from '../config/read-deviations.ts'
import type { ConformanceReport, ReportedRequirement } from './conformance-report.ts'
import { ReportsDirectoryError } from '../config/errors.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { type Document, type YAMLMap, type YAMLSeq, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { withoutIds } from '../wording/request-words.ts'
import { inLine, shownFinding } from './document/shown-finding.ts'
import { signaturesIn } from './known-deviations.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'

/**
 * Updates a deviations file to the findings of a run and returns one line about the changes: JSON if its name says so, otherwise
 * YAML. Throws `ConfigurationError` if an existing file is not a deviations file, `ReportsDirectoryError` if it cannot be
 * written.
 */
export async function writeDeviations(report: ConformanceReport, path: string): Promise<string> {
  if (report.verdict === 'error')
    return `deviations: ${path} is unchanged: findings of a run that failed must not be accepted`
  const today = todaysDeviations(report, existingDeviations(path))
  const earlier = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const text = path.endsWith('.json') ? deviationsJson(today) : deviationsYaml(report, today, earlier)
  try {
    makeDirectory(dirname(path))
    await writeFile(path, text)
  } catch (cause) {
    throw new ReportsDirectoryError(path, cause)
  }
  const { added, kept, removed } = today
  return `deviations: ${path}: ${added.length} added, ${kept.size} kept, ${removed} removed`
}

/** The entries of a deviations file; none if it does not exist. Throws `ConfigurationError`. */
export function existingDeviations(path: string): readonly Deviation[] {
  return existsSync(path) ? readDeviations(path) : []
}

const header = ` Violations that are accepted for now. Each entry needs a reason, an owner and the last day on which it is accepted.
 An entry that has expired, or whose requirement conforms again, fails the run until it is corrected or removed.`

/** The text of a deviations file in YAML; the order and comments of an earlier text stay. */
function deviationsYaml(
  report: ConformanceReport,
  { kept, added }: TodaysDeviations,
  earlier: string | undefined,
): string {
  const document = parseDocument(earlier ?? '[]\n', { schema: 'core' })
  if (earlier === undefined) document.commentBefore = header
  const entries = sequenceIn(document)
  entries.items = entries.items.filter((_, index) => kept.has(index))
  for (const [place, { signature }] of [...kept.values()].entries()) {
    const entry = entries.items[place]
    // A list that is shorter than before; the text around it stays.
    if (isMap(entry) && Array.isArray(signature)) shorten(entry, signature)
  }
  for (const deviation of added) {
    const node = document.createNode(deviation)
    node.commentBefore = commentOn(deviation, report)
    entries.items.push(node)
  }
  entries.flow = entries.items.length === 0
  return document.toString({ lineWidth: 0 })
}

/** The same as JSON, which has no comments. */
function deviationsJson({ kept, added }: TodaysDeviations): string {
  return `${JSON.stringify([...kept.values(), ...added], undefined, 2)}\n`
}

function sequenceIn(document: Document): YAMLSeq {
  const { contents } = document
  if (isSeq(contents)) return contents
  const fresh = document.createNode([])
  document.contents = fresh
  if (isSeq(fresh)) return fresh
  throw new TypeError('a list became no sequence')
}

function shorten(entry: YAMLMap, signatures: readonly string[]): void {
  const list = entry.get('signature', true)
  if (isSeq(list))
    list.items = list.items.filter((item) => signatures.includes(String(isScalar(item) ? item.value : item)))
}

const longestLine = 200
const linesShown = 10

/** The comment of an entry: the rule, and of each finding the request, the claim, the expected and the received value. */
function commentOn({ requirement, signature }: Deviation, { requirements, target }: ConformanceReport): string {
  const row = requirements.find(({ id }) => id === requirement)
  const listed = signaturesIn(signature)
  const findings = row?.findings.filter((finding) => listed?.includes(finding.signature) ?? true) ?? []
  const lines = new Set(findings.map((finding) => findingLine(finding, target.baseUrl)))
  const more = lines.size - linesShown
  return [row?.statement ?? requirement, ...[...lines].slice(0, linesShown), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((text) => ` ${inLine(text, longestLine)}`)
    .join('\n')
}

function findingLine(finding: Finding, baseUrl: string): string {
  const { request, says, expected, received } = shownFinding(finding, baseUrl)
  const where = request === undefined ? '' : `${withoutIds(request)}: `
  return `${where}${says}: expected ${expected}, received ${received}`
}

const daysAccepted = 90

interface TodaysDeviations {
  /** Entries that stay, by their index in the file: still violated, or not evaluated. Obsolete signatures are removed from them. */
  readonly kept: ReadonlyMap<number, Deviation>
  /** Violated requirements without an entry, with a reason and an owner to be filled in. */
  readonly added: readonly Deviation[]
  /** The number of obsolete entries. */
  readonly removed: number
}

/** A deviations file updated to the findings of a run, one entry per requirement; texts by people stay. */
function todaysDeviations(report: ConformanceReport, existing: readonly Deviation[]): TodaysDeviations {
  const found = new Map<string, readonly string[]>(
    report.requirements.map(({ id, findings }) => [id, findings.map(({ signature }) => signature)]),
  )
  const kept = new Map<number, Deviation>()
  for (const [index, entry] of existing.entries()) {
    const stays = stillTrue(entry, { found: found.get(entry.requirement) ?? [], report })
    if (stays) kept.set(index, stays)
  }
  const expires = dayAfter(report.target.startedAt, daysAccepted)
  const added = [...found].flatMap(([requirement, signatures]): readonly Deviation[] => {
    const open = signatures.filter((signature) => !isListed([...kept.values()], { requirement, signature }))
    const [first, ...others] = open
    if (first === undefined) return []
    const written = { reason: toBeFilledIn, owner: toBeFilledIn, expires, ...takenOver(requirement, existing) }
    return [{ requirement, signature: others.length === 0 ? first : open, ...written }]
  })
  return { kept, added, removed: existing.length - kept.size }
}

interface Seen {
  /** The signatures of the requirement's present findings. */
  readonly found: readonly string[]
  readonly report: ConformanceReport
}

/** An entry without its obsolete signatures; `undefined` if none remains. */
function stillTrue(entry: Deviation, { found, report }: Seen): Deviation | undefined {
  if (wasNotEvaluated(entry, report)) return entry
  const listed = signaturesIn(entry.signature)
  if (listed === undefined) return found.length > 0 ? entry : undefined
  const left = listed.filter((signature) => found.includes(signature))
  if (left.length === listed.length || left.length === 0) return left.length === 0 ? undefined : entry
  return { ...entry, signature: left }
}

function isListed(
  entries: readonly Deviation[],
  { requirement, signature }: { readonly requirement: string; readonly signature: string },
): boolean {
  return entries.some(
    (entry) => entry.requirement === requirement && (signaturesIn(entry.signature)?.includes(signature) ?? true),
  )
}

/** The texts that people wrote about a requirement when its findings had signatures of 0.1.0. */
function takenOver(
  requirement: string,
  existing: readonly Deviation[],
): Partial<Pick<Deviation, 'reason' | 'owner' | 'expires'>> {
  const old = existing.find(
    (entry) =>
      entry.requirement === requirement && (signaturesIn(entry.signature) ?? []).some((one) => isOfFirstVersion(one)),
  )
  return old ? { reason: old.reason, owner: old.owner, expires: old.expires } : {}
}

/** In a part of a run, the check that had the finding may be missing: the results of the others are not enough. */
function wasNotEvaluated({ requirement }: Deviation, { requirements, target }: ConformanceReport): boolean {
  if (isPartial(target.effort)) return true
  const row = requirements.find(({ id }) => id === requirement)
  if (row === undefined) return false
  return row.verdict === 'untested' || (row.verdict === 'violated' && isOfSelection(requirements))
}

function isOfSelection(requirements: readonly ReportedRequirement[]): boolean {
  return requirements.some(({ untested }) => untested?.reason === 'not-selected')
}

function dayAfter(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * 86_400_000).toISOString().slice(0, 10)
}
