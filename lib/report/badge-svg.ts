import { makeBadge } from 'badge-maker'
import type { ConformanceReport, TargetVerdict } from './conformance-report.ts'
import { failsTheRun } from './judge-target.ts'

const colours: Readonly<Record<TargetVerdict, string>> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'yellow',
  error: 'lightgrey',
}

/** The text of `badge.svg`: the verdict in a word, and how many requirements fail the run where any does. */
export function badgeSvg({ verdict, requirements }: ConformanceReport): string {
  const failing = requirements.filter((requirement) => failsTheRun(requirement)).length
  const message = verdict === 'non-conformant' ? `${failing} violated` : verdict
  return `${makeBadge({ label: 'contract', message, color: colours[verdict] })}\n`
}
