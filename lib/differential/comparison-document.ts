import type { ResultDocument, ResultRow } from '../report/document/result-document.ts'
import { withoutControlCharacters } from '../client/printable.ts'
import { sanitizeTexts } from '../report/sanitize.ts'
import { counted } from '../wording/figures.ts'
import { byEndpoint, type Comparison } from './comparison.ts'
import { condense, type Condensed } from './condense.ts'
import type { Difference } from './difference.ts'

/** The comparison of two deployments, for people: one section per operation. Texts of the targets are made harmless here, once. */
export function comparisonDocument(comparison: Comparison): ResultDocument {
  const { old, new: now, pairs, unconfirmed, differences, mode, effort, seed } = comparison
  const isAlike = differences.length === 0
  const headline = isAlike ? 'no difference' : counted(differences.length, 'difference')
  const passing = unconfirmed === 0 ? '' : ` Not shown: ${counted(unconfirmed, 'difference')} that did not occur again.`
  const document: ResultDocument = {
    eyebrow: 'Two deployments of the Product Data Service',
    headline,
    mark: isAlike ? 'conforms' : 'observed',
    lead: `${counted(pairs, 'answer')} to the same requests were compared: ${mode}, ${effort}, seed ${seed}.${passing} A difference is not a violation: both deployments may conform.`,
    sides: [old, now],
    weighty: [],
    sections: [...byEndpoint(condense(differences))].map(([title, group]) => ({ title, rows: group.map(rowOf) })),
    nothing: 'Both answered alike.',
    conclusion: [
      `against ${old.baseUrl}: ${headline} in ${pairs} answers to the same requests; against.html, against.md and against.json`,
    ],
    madeOf: 'against.json',
    whole: 'against.json',
  }
  return sanitizeTexts(document, withoutControlCharacters)
}

function rowOf(one: Condensed): ResultRow {
  const { old, new: now, occurrences, otherWays, example } = one
  const seen = occurrences === 1 ? 'once' : `${occurrences} times`
  const others = otherWays === 0 ? '' : ` and ${counted(otherWays, 'other such difference')}`
  const { status, request, check } = example
  const answers = status.old === status.new ? `${status.new}` : `${status.old} and ${status.new}`
  return {
    subject: phrase(one),
    change: { old, new: now, seen: `${seen}${others}` },
    text: `“${check}”: ${request} answered ${answers}`,
  }
}

/** The difference in a few words; both sides are shown beside it. */
function phrase(one: Difference): string {
  const operations = one.endpoints.length > 1 ? ` (${one.endpoints.length} operations)` : ''
  return `${subjectOf(one)}${operations}`
}

function subjectOf({ kind, where, old, new: now }: Difference): string {
  switch (kind) {
    case 'status':
      return where === '' ? 'status' : `status (${where})`
    case 'code':
      return 'error code'
    case 'field':
      if (old === 'absent') return `field ${where}, only in the new one`
      return now === 'absent' ? `field ${where}, only in the old one` : `field ${where}`
    case 'type':
      return `type of the field ${where}`
    case 'value':
      return `field ${where}`
    case 'header':
      return `header ${where}`
  }
}
