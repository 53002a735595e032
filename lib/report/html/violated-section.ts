import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { counted } from './figures.ts'
import { markOf, type Mark } from './mark.ts'
import { html, type Markup } from './markup.ts'
import { groupByCause, type Cause, type CauseGroup } from './causes.ts'
import { Room } from './room.ts'
import type { Section } from './section.ts'
import { violatedEntry, type Setting } from './violated-entry.ts'

/** More entries than this are shown folded: a reader chooses. */
const entriesUnfolded = 12
const longestAnswer = 160
/** An entry without its evidence, full of what has to be escaped. */
const frameBytes = 2000

/** What is violated, by what it means for the run; requirements that one answer accounts for stand together; in about so many bytes. */
export function violatedSection(report: ConformanceReport, bytes: number): Section | undefined {
  const violated = report.requirements.filter(({ verdict }) => verdict === 'violated')
  if (violated.length === 0) return undefined
  const room = new Room(bytes - violated.length * frameBytes, violated.length)
  const setting: Setting = { report, room, unfolded: violated.length <= entriesUnfolded }
  const byMark = Map.groupBy(violated, markOf)
  const part = (mark: Mark, introduction?: string): Markup | undefined => {
    const requirements = byMark.get(mark)
    return requirements && markPart(requirements, setting, introduction)
  }
  return {
    id: 'violated',
    title: 'Violated',
    count: violated.length,
    content: html`<p class="introduction">A finding that was seen in several places is told once.</p>
      ${part('violated')} ${part('warning', 'Warnings: implied rules, which do not fail this run')}
      ${part('known', 'Known deviations: accepted for now')}`,
  }
}

function markPart(requirements: readonly ReportedRequirement[], setting: Setting, introduction?: string): Markup {
  const groups = groupByCause(requirements, setting.report.target.baseUrl)
  return html`<div class="part" data-group>
    ${introduction !== undefined && html`<h3>${introduction}</h3>`} ${groups.map((group) => causeGroup(group, setting))}
  </div>`
}

const causeTitles: Readonly<Record<Cause['kind'], string>> = {
  answer: 'One answer',
  field: 'One field',
  check: 'One check',
}

function causeGroup({ cause, requirements }: CauseGroup, setting: Setting): Markup {
  if (cause === undefined) return html`<div data-group>${entries(requirements, setting)}</div>`
  const { kind, text } = cause
  const shown = text.length > longestAnswer ? `${Array.from(text).slice(0, longestAnswer).join('')}…` : text
  return html`<div class="same-answer" data-group>
    <p class="same-answer-title">
      <b>${causeTitles[kind]}, ${counted(requirements.length, 'requirement')}:</b> <code>${shown}</code>
      <span class="quiet">Probably one cause; the first tells it.</span>
    </p>
    ${entries(requirements.slice(0, 1), { ...setting, unfolded: true })}
    ${entries(requirements.slice(1), { ...setting, unfolded: false })}
  </div>`
}

function entries(requirements: readonly ReportedRequirement[], setting: Setting): Markup[] {
  return requirements.map((requirement) => violatedEntry(requirement, setting))
}
