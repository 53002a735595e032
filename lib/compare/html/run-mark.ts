import type { TargetVerdict } from '../../report/conformance-report.ts'
import { glyph, markOfVerdict } from '../../report/html/mark.ts'
import { html, type Markup } from '../../report/html/markup.ts'

/** The verdict of a run: its mark and the word. */
export function runMark(verdict: TargetVerdict): Markup {
  return html`<span class="run-mark verdict-${verdict}">${glyph(markOfVerdict[verdict])} ${verdict}</span>`
}
