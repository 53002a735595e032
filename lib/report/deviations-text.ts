import { isMap, isSeq, parseDocument, type Document, type YAMLSeq } from 'yaml'
import type { ConformanceReport, Deviation } from './conformance-report.ts'
import { inLine } from './document/shown-finding.ts'
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
  const stays = new Set(kept.map(({ requirement, signature }) => `${requirement} ${signature}`))
  entries.items = entries.items.filter(
    (entry) => isMap(entry) && stays.has(`${String(entry.get('requirement'))} ${String(entry.get('signature'))}`),
  )
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
  return `${JSON.stringify([...kept, ...added], undefined, 2)}\n`
}

function sequenceIn(document: Document): YAMLSeq {
  const { contents } = document
  if (isSeq(contents)) return contents
  const fresh = document.createNode([])
  document.contents = fresh
  if (isSeq(fresh)) return fresh
  throw new TypeError('a list became no sequence')
}

/** What an entry is about, for whoever fills it in; the texts are the target's. */
function commentOn({ requirement, signature }: Deviation, { requirements }: ConformanceReport): string {
  const row = requirements.find(({ id }) => id === requirement)
  const finding = row?.findings.find((one) => one.signature === signature)
  const lines = [`${row?.statement}`, `expected ${finding?.expected}, received ${finding?.received}`]
  return lines.map((text) => ` ${inLine(text, 200)}`).join('\n')
}
