import { counted } from '../../wording/figures.ts'
import { blockedWords } from '../../wording/verdict-words.ts'
import type { Mark, RunDocument, ShownViolation } from '../document/run-document.ts'
import { details, type Detail, leftOutOnPaper, onPaper, Room } from './room.ts'
import { entryAttributes, gist } from './entry.ts'
import { findingView } from './finding-view.ts'
import { glyph } from './mark.ts'
import { html, type Markup, prose } from './markup.ts'
import type { Section } from './section.ts'

/** More entries than this are folded, so that the reader can choose. */
const entriesUnfolded = 12
/** An entry without its evidence, of which everything must be escaped. */
const frameBytes = 2000
const consequencesShown = 30

interface Setting {
  readonly baseUrl: string
  readonly room: Room
  readonly unfolded: boolean
}

/** The violations, in the order in which to fix them, grouped by cause, in about this number of bytes. */
export function violatedSection({ report, violations, causes }: RunDocument, bytes: number): Section | undefined {
  if (violations.length === 0) return undefined
  const room = new Room(bytes - violations.length * frameBytes, violations.length)
  const setting = { baseUrl: report.target.baseUrl, room, unfolded: violations.length <= entriesUnfolded }
  const part = (mark: Mark, introduction?: string): Markup | undefined => {
    const groups = causes.filter((group) => group.violations.some((violation) => violation.mark === mark))
    if (groups.length === 0) return undefined
    return html`<div class="part" data-group>
      ${introduction !== undefined && html`<h3>${introduction}</h3>`}
      ${groups.map((group) => causeGroup(group, setting))}
    </div>`
  }
  return {
    id: 'violated',
    title: 'Violated',
    count: violations.length,
    content: html`<p class="introduction">
        What to fix first comes first: the violations that block most. A finding that occurred in several places is
        shown once.
      </p>
      ${part('violated')} ${part('warning', 'Warnings: implied rules, which do not fail this run')}
      ${part('known', 'Known deviations: accepted for now')}`,
  }
}

const causeTitles = { answer: 'One answer', field: 'One field', check: 'One check' } as const

function causeGroup({ cause, violations }: RunDocument['causes'][number], setting: Setting): Markup {
  if (cause === undefined)
    return html`<div data-group>${violations.map((violation) => violatedEntry(violation, setting))}</div>`
  return html`<div class="same-answer" data-group>
    <p class="same-answer-title">
      <b>${causeTitles[cause.kind]}, ${counted(violations.length, 'requirement')}:</b> <code>${cause.text}</code>
      <span class="quiet">Probably one cause; see the first one.</span>
    </p>
    ${violations.map((violation, index) => violatedEntry(violation, { ...setting, unfolded: index === 0 }))}
  </div>`
}

/** A violated requirement with as much evidence as fits, and with the cases that wait for it. */
function violatedEntry(violation: ShownViolation, { baseUrl, room, unfolded }: Setting): Markup {
  const { requirement, mark, findings } = violation
  const { id, statement, kind, source } = requirement
  return html`<article class="entry card ${mark}" ${entryAttributes(requirement)}>
    <details class="fold" ${unfolded && html`open`}>
      <summary>
        <span class="cell ${mark}">${glyph(mark)}</span>
        <span class="headline"
          ><span class="id">${id}</span> <span class="statement">${prose(statement)}</span>
          <span class="origin quiet"
            >${mark === 'violated' ? '' : `${mark}, `}${kind}${source !== '' && html`; contract: ${source}`}</span
          >${findings[0] && gist(findings[0])}</span
        >
      </summary>
      <div class="evidence">
        ${room.fit(details, (detail) => evidence(violation, baseUrl, detail))} ${consequences(violation)}
        <p class="permalink"><a href="#${id}">Link to ${id}</a></p>
      </div>
    </details>
  </article>`
}

function evidence({ findings }: ShownViolation, baseUrl: string, detail: Detail): Markup {
  const shown = findings.slice(0, detail.findings)
  const left = findings.length - shown.length
  return html`${shown.map((finding) => findingView(finding, baseUrl, detail))}
  ${left > 0 && html`<p class="more off-paper">${left} more in <a href="conformance.json">conformance.json</a></p>`}
  ${leftOutOnPaper(findings.length, Math.min(detail.findings, onPaper.findings), 'findings')}`
}

/** What stands untested under its root. */
function consequences({ blocks, consequences: rows }: ShownViolation): Markup | undefined {
  if (blocks === 0) return undefined
  const left = rows.length - consequencesShown
  return html`<div class="held-back">
    <p>Until this is fixed, it ${blockedWords(blocks, [])}${rows.length > 0 && ', and these are untested:'}</p>
    ${
      rows.length > 0 &&
      html`<ul>
        ${rows
          .slice(0, consequencesShown)
          .map(({ id, statement }) => html`<li><a class="id" href="#${id}">${id}</a> ${prose(statement)}</li>`)}
        ${left > 0 && html`<li>and ${left} more</li>`}
      </ul>`
    }
  </div>`
}
