import type { TargetVerdict } from '../conformance-report.ts'
import { glyph, markOfVerdict } from './mark.ts'
import { html, type Markup } from './markup.ts'

/** The verdict of a run: its mark and the word. */
export function runMark(verdict: TargetVerdict): Markup {
  return html`<span class="run-mark verdict-${verdict}">${glyph(markOfVerdict[verdict])} ${verdict}</span>`
}
