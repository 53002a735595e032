import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { shortened } from '../escape.ts'
import { findingGroups } from '../finding-groups.ts'
import { failsTheRun } from '../judge-target.ts'
import { judgedRequest } from '../judged-request.ts'
import { remedyOfMany, untestedByReason, withoutIds } from '../untested-by-reason.ts'
import { groupByCause, type CauseGroup } from './causes.ts'
import { counted } from './figures.ts'
import { inCode } from './in-code.ts'
import { html, type Markup } from './markup.ts'
import { prose } from './prose.ts'
import { whatDiffers } from '../what-differs.ts'
import { withoutRecord } from '../without-record.ts'

/** More than these do not fit on the first screen. */
const linesShown = 6
const longestValue = 60
const longestRequest = 80
const idsShown = 8
const longestProblem = 300
const remediesShown = 3

/** What to do next, on the first screen: what fails the run, a line a cause; where nothing does, what would test more. A run that failed itself says by what. */
export function firstToFix(report: ConformanceReport): Markup | undefined {
  if (report.verdict === 'error') return whatStopped(report)
  return whatFails(report) ?? whatIsMissing(report)
}

function whatStopped({ problems = [] }: ConformanceReport): Markup | undefined {
  const lines = problems.filter((line) => /^(?:run|suite):/.test(line)).slice(0, linesShown)
  if (lines.length === 0) return undefined
  return html`<div class="first-to-fix">
    <h2>What stopped it</h2>
    <ul>
      ${lines.map((line) => html`<li><code>${shortened(line, longestProblem)}</code></li>`)}
    </ul>
  </div>`
}

function whatFails({ requirements, target }: ConformanceReport): Markup | undefined {
  const failing = requirements.filter((requirement) => failsTheRun(requirement))
  if (failing.length === 0) return undefined
  const groups = groupByCause(failing, target.baseUrl)
  const lines = groups.flatMap((group) => (group.cause === undefined ? alone(group) : [group]))
  const left = lines.slice(linesShown).reduce((sum, { requirements: own }) => sum + own.length, 0)
  return html`<div class="first-to-fix">
    <h2>Fix first</h2>
    <ul>
      ${lines.slice(0, linesShown).map((line) => fixLine(line, target.baseUrl))}
      ${left > 0 && html`<li><a href="#violated">and ${counted(left, 'more requirement')}</a></li>`}
    </ul>
  </div>`
}

/** The remedies that would test most. */
function whatIsMissing({ requirements }: ConformanceReport): Markup | undefined {
  const groups = untestedByReason(requirements)
    .filter(({ obstacle }) => obstacle.remedy !== undefined)
    .toSorted((one, other) => other.ids.length - one.ids.length)
  if (groups.length === 0) return undefined
  return html`<div class="first-to-fix">
    <h2>To test more</h2>
    <ul>
      ${groups
        .slice(0, remediesShown)
        .map(
          ({ obstacle, ids }) =>
            html`<li>
              <b>${counted(ids.length, 'requirement')}</b>:
              ${prose(inCode(shortened(withoutIds(remedyOfMany(obstacle)), longestProblem)))}
            </li>`,
        )}
      <li><a href="#untested">all that is untested</a></li>
    </ul>
  </div>`
}

function alone({ requirements }: CauseGroup): CauseGroup[] {
  return requirements.map((requirement) => ({ cause: undefined, requirements: [requirement] }))
}

function fixLine({ cause, requirements }: CauseGroup, baseUrl: string): Markup | undefined {
  const [first, ...others] = requirements
  if (!first) return undefined
  if (!cause) return html`<li>${requirementLine(first, baseUrl)}</li>`
  const left = others.length + 1 - idsShown
  return html`<li>
    <b>${counted(requirements.length, 'requirement')}</b>, probably one cause:
    <code>${shortened(cause.text, longestRequest)}</code>:
    ${requirements.slice(0, idsShown).map(({ id }) => html`<a class="id" href="#${id}">${id}</a> `)}
    ${left > 0 && `and ${left} more`}
  </li>`
}

function requirementLine({ id, statement, findings }: ReportedRequirement, baseUrl: string): Markup {
  const finding = findingGroups(findings)[0]?.[0]
  const where = finding && judgedRequest(finding, baseUrl)
  const differs = finding && whatDiffers(finding)
  return html`<a class="id" href="#${id}">${id}</a> ${prose(statement)}
    ${
      differs &&
      html`<span class="gist"
        >${where !== undefined && html`<code>${shortened(where, longestRequest)}</code>: `}expected
        <code>${shortened(differs.expected, longestValue)}</code>, received
        <code>${shortened(withoutRecord(differs.received), longestValue)}</code></span
      >`
    }`
}
