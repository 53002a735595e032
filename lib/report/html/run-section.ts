import type { ConformanceReport } from '../conformance-report.ts'
import { repeatCommand } from '../../config/replay-command.ts'
import { duration } from './figures.ts'
import { grouped } from '../../wording/figures.ts'
import { html, type Markup, type Piece } from './markup.ts'
import type { Section } from './section.ts'

/** What the run was made with, and how to make it again. */
export function runSection(report: ConformanceReport): Section {
  return {
    id: 'run',
    title: 'This run',
    content: html`<div class="card inner">
      <dl class="facts">${facts(report)}</dl>
      <div class="replay">
        <h3>Repeat this run</h3>
        <div class="copyable">
          <pre>${report.settings ? repeatCommand(report.settings) : report.replay}</pre>
          <button type="button" class="copy" aria-label="Copy: repeat this run">Copy</button>
        </div>
      </div>
    </div>`,
  }
}

function facts({ target, suite }: ConformanceReport): Piece {
  const digest = suite.requirementsDigest.replace('sha256:', '')
  const started = target.startedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')
  return [
    fact('Started', html`<time datetime="${target.startedAt}">${started}</time>`),
    fact('Duration', duration(target.durationMs)),
    fact('Requests', grouped(target.exchanges)),
    fact('Mode', target.mode === 'read-only' ? 'read-only: nothing was changed' : 'reads and writes'),
    fact('Effort', target.effort),
    fact('Seed', `${target.seed}`),
    fact('Suite', suite.version),
    fact('Contract', suite.contract),
    fact('Requirements', html`<code title="${suite.requirementsDigest}">${digest.slice(0, 12)}</code>`),
  ]
}

function fact(name: string, value: Piece): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
