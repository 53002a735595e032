import type { RequirementVerdict, TargetVerdict } from '../conformance-report.ts'
import type { Mark } from '../document/run-document.ts'
import { type Markup, html } from './markup.ts'

/** Strokes in a square of 16, so that shape and colour both show a verdict. */
const strokes: Readonly<Record<Mark, string>> = {
  violated: 'M4 4l8 8M12 4l-8 8',
  known: 'M2.5 9.5c2-4 3.7-4 5.5-1.5s3.5 2.5 5.5-1.5',
  warning: 'M8 3v6M8 12.2v.4',
  untested: 'M4.5 8h7',
  observed: 'M8 4.5a3.5 3.5 0 1 0 .01 0z',
  conforms: 'M3 8.5l3.3 3.3L13 4.5',
}

/** Verdicts and marks in the order in which a reader wants to know of them. */
export const verdictsInOrder: readonly RequirementVerdict[] = ['violated', 'untested', 'observed', 'conforms']
export const marksInOrder: readonly Mark[] = ['violated', 'warning', 'known', 'untested', 'observed', 'conforms']

export const markMeanings: Readonly<Record<Mark, string>> = {
  violated: 'at least one finding against it',
  known: 'violated, and accepted for now by a deviation',
  warning: 'an implied rule violated, which only warns in this run',
  untested: 'no check could evaluate it',
  observed: 'left open by the contract: recorded, never judged',
  conforms: 'at least one check evaluated it, and none found a violation',
}

/** The mark that stands for the verdict of a target. */
export const markOfVerdict: Readonly<Record<TargetVerdict, Mark>> = {
  conformant: 'conforms',
  'non-conformant': 'violated',
  incomplete: 'untested',
  error: 'warning',
}

/** What the page draws each mark from. */
export function glyphSheet(): Markup {
  const symbols = Object.entries(strokes).map(
    ([mark, path]) => html`<symbol id="glyph-${mark}" viewBox="0 0 16 16"><path d="${path}" /></symbol>`,
  )
  return html`<svg class="sheet" width="0" height="0" aria-hidden="true">${symbols}</svg>`
}

/** The shape of a mark; its meaning is beside it in words. */
export function glyph(mark: Mark): Markup {
  return html`<svg class="glyph" aria-hidden="true"><use href="#glyph-${mark}" /></svg>`
}

/** The verdict of a run: its mark and the word. */
export function runMark(verdict: TargetVerdict): Markup {
  return html`<span class="run-mark ${markOfVerdict[verdict]}">${glyph(markOfVerdict[verdict])} ${verdict}</span>`
}
