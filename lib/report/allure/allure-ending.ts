import type { StatusDetails } from 'allure-js-commons'
import { obstacleText } from '../../checks/errors.ts'
import type { Finding } from '../../checks/finding.ts'
import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { findingText, shownFinding } from '../document/shown-finding.ts'
import { shortened } from '../escape.ts'

const longestMessage = 1000

/** How the function of a check ended. */
export interface FunctionEnd {
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  readonly note?: string | undefined
  /** The error that it threw, if it was not a violation: a bug of the suite. */
  readonly fault?: string | undefined
}

/** How a result ended, and why. */
export interface AllureEnding {
  readonly status: 'passed' | 'failed' | 'broken' | 'skipped'
  readonly statusDetails: StatusDetails & {
    /** A violation that is accepted for now. */
    readonly known?: true
    /** A violation that only warns. */
    readonly muted?: true
  }
}

/** A finding with the requirement that it counts against. */
export interface Blamed {
  readonly requirement: ReportedRequirement
  readonly finding: Finding
}

/** The status of a result with findings: failed, unless the report blames nothing. */
export function violatedEnding(
  blamed: readonly Blamed[],
  { target }: Pick<ConformanceReport, 'target'>,
): AllureEnding | undefined {
  if (blamed.length === 0) return undefined
  return {
    status: 'failed',
    statusDetails: {
      message: blamed.map((one) => messageOf(one)).join('\n'),
      trace: blamed.map(({ finding }) => findingText(shownFinding(finding, target.baseUrl))).join('\n\n'),
      ...(blamed.every(({ finding }) => finding.known) && { known: true }),
      ...(blamed.every(({ requirement }) => requirement.counts === false) && { muted: true }),
    },
  }
}

/** The end of a check for which the report blames nothing. */
export function blamelessEnding(
  { state, note = '', fault, title }: FunctionEnd & { readonly title: string },
  requirements: readonly ReportedRequirement[],
): AllureEnding {
  if (state === 'passed') return passedEnding(requirements)
  if (state === 'skipped') return endingWith('skipped', note)
  if (fault !== undefined) return endingWith('broken', fault)
  // Its finding is the consequence of a simpler violation, and does not count twice.
  const blockers = new Set(requirements.flatMap(({ untested }) => untested?.blockedBy ?? []))
  return endingWith(
    'skipped',
    blockers.size === 0
      ? `blocked: another violation is the cause of what "${title}" found`
      : `blocked: fix ${[...blockers].join(', ')} first: this check failed only as a consequence`,
  )
}

/** A completed check that evaluated nothing proves nothing about the target. */
export function passedEnding(requirements: readonly ReportedRequirement[]): AllureEnding {
  const [first] = requirements
  if (first?.untested === undefined || requirements.some(({ untested }) => untested === undefined))
    return { status: 'passed', statusDetails: {} }
  return endingWith('skipped', `${first.untested.reason}: ${obstacleText(first.untested)}`)
}

function endingWith(status: AllureEnding['status'], message: string): AllureEnding {
  return { status, statusDetails: { message: shortened(message, longestMessage) } }
}

function messageOf({ requirement, finding }: Blamed): string {
  const { claim, expected, received, known } = finding
  const accepted = known === undefined ? '' : ` (known until ${known.expires}, ${known.owner}: ${known.reason})`
  return shortened(`${requirement.id}: ${claim}: expected ${expected}, received ${received}${accepted}`, longestMessage)
}
