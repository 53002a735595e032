import { isMap, isScalar, isSeq, parseDocument, type Document, type YAMLMap, type YAMLSeq } from 'yaml'
import { withoutIds } from '../wording/request-words.ts'
import type { ConformanceReport, Deviation, ReportedFinding } from './conformance-report.ts'
import { inLine, shownFinding } from './document/shown-finding.ts'
import { signaturesIn } from './known-deviations.ts'
import type { TodaysDeviations } from './todays-deviations.ts'

const header = ` Violations that are accepted for now. Each entry wants a reason, an owner and the last day on which it is accepted.
 An entry that expires, or whose requirement conforms again, fails the run until it is fixed or removed.`

/** The text of a deviations file in YAML: of an earlier text, its order and comments stay. */
export function deviationsYaml(
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
    // A list that is shorter than before; what stands around it in the text stays.
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
export function deviationsJson({ kept, added }: TodaysDeviations): string {
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

/** What an entry is about, for whoever fills it in: the rule, and of each finding the request, the claim, what was expected and received. */
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

function findingLine(finding: ReportedFinding, baseUrl: string): string {
  const { request, says, expected, received } = shownFinding(finding, baseUrl)
  const where = request === undefined ? '' : `${withoutIds(request)}: `
  return `${where}${says}: expected ${expected}, received ${received}`
}
