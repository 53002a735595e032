import { counted, grouped, startedText } from '../../wording/figures.ts'
import { reasonWords } from '../../wording/verdict-words.ts'
import type { ConformanceReport, EarlierRun, SinceLast } from '../conformance-report.ts'
import { evaluatedText } from '../document/depth.ts'
import type { RunDocument } from '../document/run-document.ts'
import { markOfVerdict } from './mark.ts'
import { html, type Markup, type Piece } from './markup.ts'

/** The facts of the run for an audit: when, with what and against what it ran, and what it did and did not evaluate. */
export function cover(document: RunDocument): Markup {
  const { report } = document
  const { suite, target } = report
  return html`<dl class="facts cover">
    ${fact('Tested', html`<time datetime="${target.startedAt}">${startedText(target.startedAt)}</time>`)}
    ${fact('Suite', `${suite.name} ${suite.version}, contract ${suite.contract}`)}
    ${fact('Requirements', html`<code>${suite.requirementsDigest}</code>`)} ${fact('Scope', scopeOf(report))}
    ${leftOut(document)} ${report.since && fact('Since the last run', sinceOf(report.since, report))}
  </dl>`
}

/** A name with what it stands for. */
export function fact(name: string, value: Piece): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function scopeOf(report: ConformanceReport): string {
  const { target, settings = {} } = report
  const mode = target.mode === 'read-only' ? 'reads only, so nothing was changed' : 'reads and writes'
  const parts = [
    ...(settings['only'] === undefined ? [] : [`selection ${settings['only']}`]),
    ...(settings['shard'] === undefined ? [] : [`shard ${settings['shard']}`]),
    `${target.effort} effort`,
    mode,
  ]
  return `${parts.join(', ')}; ${evaluatedText(report.requirements)}`
}

/** The reasons with the most untested cases, and a link to all of them. */
function leftOut({ untested, untestedCases, report }: RunDocument): Markup | undefined {
  const requirements = Map.groupBy(untested, ({ reason }) => reason)
  const cases = untestedCases.reduce((sum, group) => sum + group.cases, 0)
  const lines = [
    ...[...requirements].map(([reason, groups]) => {
      const count = groups.reduce((sum, group) => sum + group.requirements.length, 0)
      return `${grouped(count)} (${reasonWords[reason].toLowerCase()})`
    }),
    ...(cases === 0 ? [] : [`and ${counted(cases, 'case')} of other requirements`]),
  ]
  if (lines.length === 0 || report.verdict === 'error') return undefined
  return fact(
    'Requirements not evaluated',
    html`${lines.join(', ')}${untested.length > 0 && html`: <a href="#untested">all of them</a>`}`,
  )
}

const idsShown = 12

function sinceOf(since: SinceLast, report: ConformanceReport): Markup {
  const { newlyViolated, fixed, runs, isOtherSuite } = since
  const changes = [
    ...(newlyViolated.length === 0 ? [] : [html`<b class="violated">newly violated</b> ${links(newlyViolated)}`]),
    ...(fixed.length === 0 ? [] : [html`<b class="conforms">fixed</b> ${links(fixed)}`]),
  ]
  const { target, verdict, summary } = report
  const all = [...runs, { startedAt: target.startedAt, verdict, violated: summary.violated }]
  return html`${changes.length === 0 ? 'nothing newly violated, nothing fixed' : changes.map((change, at) => html`${at > 0 && '; '}${change}`)}
    <span class="quiet">
      against that of
      ${startedText(runs.at(-1)?.startedAt ?? '')}${isOtherSuite && ', made with another version of the suite'}
    </span>
    ${sparkline(all)}`
}

function links(ids: readonly string[]): Markup {
  const left = ids.length - idsShown
  return html`${ids.slice(0, idsShown).map((id) => html`<a class="id" href="#${id}">${id}</a> `)}${left > 0 && `and ${left} more`}`
}

const barWidth = 6
const height = 18

/** The number of violated requirements in each run, the last one on the right. */
function sparkline(runs: readonly EarlierRun[]): Markup {
  const most = Math.max(1, ...runs.map(({ violated }) => violated))
  const bars = runs.map(({ violated, verdict }, at) => {
    const tall = violated === 0 ? 1 : Math.max(2, Math.round((height * violated) / most))
    return html`<rect
      class="${markOfVerdict[verdict]}"
      x="${at * barWidth}"
      y="${height - tall}"
      width="${barWidth - 2}"
      height="${tall}"
    />`
  })
  const label = `Violated requirements in the last ${runs.length} runs: ${runs.map(({ violated }) => violated).join(', ')}`
  return html`<svg
    class="sparkline"
    role="img"
    aria-label="${label}"
    width="${runs.length * barWidth}"
    height="${height}"
  >
    ${bars}
  </svg>`
}
