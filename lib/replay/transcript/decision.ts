import { recordIn } from '../../checks/claims/judge-values.ts'
import type { NewFinding } from '../../checks/finding.ts'
import type { Exchange } from '../../client/exchange.ts'
import { Answers, idsOfEntries, type TranscriptSources } from './answers.ts'
import { jqForm } from './jq-forms.ts'

/** The judged answer and its filter; without a filter a person has to compare. */
export interface Decision {
  readonly answers: Answers
  readonly judged: Exchange
  /** The answers that the filter names beside it. */
  readonly others: readonly Exchange[]
  readonly filter?: string
  /** The ids, and texts with names, that the answers must show. */
  readonly needs: string
}

/** How a finding is decided; `undefined` if no answer shows it. */
export function decisionOf(finding: NewFinding, facts: TranscriptSources): Decision | undefined {
  const answers = new Answers(finding, facts)
  const judged = judgedBy(finding, answers)
  if (!judged) return undefined
  const { criterion } = finding
  const filter = criterion && jqForm(criterion, { finding, answers, judged })
  if (filter === undefined) return { answers, judged, others: [], needs: '' }
  const named = new Set(Array.from(filter.matchAll(/\$a\[#(\d+)#\]/g), ([, sequence]) => Number(sequence)))
  const others = answers.all.filter((answer) => named.has(answer.sequence) && answer !== judged)
  const entries = [judged, ...others]
    .flatMap((answer) => idsOfEntries(answer))
    .filter((id) => facts.chronicle.isMade(id))
  return { answers, judged, others, filter, needs: `${filter} ${entries.slice(0, entriesNeeded(finding)).join(' ')}` }
}

/** The answer of a claim, or, for several answers, the last one that shows the breach. */
function judgedBy({ criterion, exchanges, beside = [] }: NewFinding, answers: Answers): Exchange | undefined {
  const about = exchanges.at(-1)
  if (criterion?.kind === 'race') return beside.at(-1) ?? about
  if (criterion?.kind === 'entry' && !criterion.listed) {
    const { id, to } = criterion
    const shows = (answer: Exchange): boolean =>
      answer.identity === (to ?? answer.identity) && idsOfEntries(answer).some((shown) => shown.toLowerCase() === id)
    return about && shows(about) ? about : (answers.all.find(shows) ?? about)
  }
  const isOfRecord = criterion?.kind === 'now' || criterion?.kind === 'type' || criterion?.kind === 'field'
  return (isOfRecord && about ? answers.placeOf(recordIn(criterion, about), about)?.exchange : undefined) ?? about
}

const ofWholeLists: ReadonlySet<string> = new Set(['size', 'page', 'pagination', 'order', 'distinct', 'count'])

/** The number of list entries that matter beside those that the claim names. */
function entriesNeeded({ criterion }: NewFinding): number {
  if (criterion && ofWholeLists.has(criterion.kind)) return 40
  return criterion?.kind === 'each' ? 3 : 0
}
