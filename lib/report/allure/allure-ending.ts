import { obstacleText } from '../../checks/errors.ts'
import type { ConformanceReport, ReportedFinding, ReportedRequirement } from '../conformance-report.ts'
import { withoutControlCharacters, shortened } from '../escape.ts'
import { findingText, shownFinding } from '../document/shown-finding.ts'
import type { AllureEnding } from './allure-result.ts'
import { partsOf, type RanCheck } from './ran-check.ts'

const longestMessage = 1000

/** What a result of a check is told by. */
export interface Judged {
  readonly requirements: readonly ReportedRequirement[]
  readonly target: Pick<ConformanceReport['target'], 'baseUrl'>
}

/** A finding beside the requirement that it is counted against. */
export interface Blamed {
  readonly requirement: ReportedRequirement
  readonly finding: ReportedFinding
}

/** How findings end a result: it failed, unless nothing can be blamed. */
export function violatedEnding(
  blamed: readonly Blamed[],
  { target }: Pick<Judged, 'target'>,
): AllureEnding | undefined {
  if (blamed.length === 0) return undefined
  const [first] = blamed
  const known = blamed.every(({ finding }) => finding.known)
  const muted = blamed.every(({ requirement }) => requirement.counts === false)
  return {
    status: 'failed',
    statusDetails: {
      message: blamed.map((one) => messageOf(one)).join('\n'),
      trace: blamed.map(({ finding }) => findingText(shownFinding(finding, target.baseUrl))).join('\n\n'),
      ...(known && first !== undefined ? { known } : {}),
      ...(muted ? { muted } : {}),
    },
  }
}

/** How a check ended that nothing is blamed on by the report. */
export function blamelessEnding(check: RanCheck, requirements: readonly ReportedRequirement[]): AllureEnding {
  const { state, note = '', fault } = check
  if (state === 'passed') return passedEnding(requirements)
  if (state === 'skipped') return skipped(note)
  if (fault !== undefined) return { status: 'broken', statusDetails: { message: sanitized(fault) } }
  // What it found is caused by a plainer violation, and is not counted twice.
  const blockers = new Set(requirements.flatMap(({ untested }) => untested?.blockedBy ?? []))
  const { title } = partsOf(check.name)
  return skipped(
    blockers.size === 0
      ? `blocked: a more particular violation is the cause of what "${title}" found`
      : `blocked: fix ${[...blockers].join(', ')} first: the finding of this check follows from it`,
  )
}

/** What ran to its end and evaluated nothing says nothing of the target. */
function passedEnding(requirements: readonly ReportedRequirement[]): AllureEnding {
  const [first] = requirements
  if (first?.untested === undefined || requirements.some(({ untested }) => untested === undefined))
    return { status: 'passed', statusDetails: {} }
  return skipped(`${first.untested.reason}: ${obstacleText(first.untested)}`)
}

/** A result for which nothing was evaluated. */
export function skipped(why: string): AllureEnding {
  return { status: 'skipped', statusDetails: { message: sanitized(why) } }
}

function messageOf({ requirement, finding }: Blamed): string {
  const { claim, expected, received, known } = finding
  const accepted = known === undefined ? '' : ` (known until ${known.expires}, ${known.owner}: ${known.reason})`
  return sanitized(`${requirement.id}: ${claim}: expected ${expected}, received ${received}${accepted}`)
}

function sanitized(text: string): string {
  return shortened(withoutControlCharacters(text), longestMessage)
}
