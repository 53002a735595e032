import { obstacleText, type Obstacle } from '../checks/untested-error.ts'
import type { ConformanceReport, ReportedRequirement } from './conformance-report.ts'

/** Why nothing was evaluated, as the file says it: one text, `enable`, for what stood in the way as for what would remove it. */
type WrittenObstacle = Pick<Obstacle, 'reason' | 'needs' | 'blockedBy'> & { readonly enable: string }

interface WrittenRequirement extends Omit<ReportedRequirement, 'untested'> {
  readonly untested?: WrittenObstacle
}

/** The content of `conformance.json`; its schema is `schemas/formats/conformance-report.json`. */
export interface WrittenReport extends Omit<ConformanceReport, 'requirements'> {
  readonly requirements: readonly WrittenRequirement[]
}

/** The text of `conformance.json`. */
export function conformanceJson(report: ConformanceReport): string {
  return `${JSON.stringify(written(report), undefined, 2)}\n`
}

function written(report: ConformanceReport): WrittenReport {
  return { ...report, requirements: report.requirements.map((requirement) => writtenRequirement(requirement)) }
}

function writtenRequirement({ untested, ...rest }: ReportedRequirement): WrittenRequirement {
  if (untested === undefined) return rest
  const { cause: _, remedy: __, ...circumstances } = untested
  return { ...rest, untested: { ...circumstances, enable: obstacleText(untested) } }
}

/** The report that a `conformance.json` holds. */
export function reportFrom(file: WrittenReport): ConformanceReport {
  return { ...file, requirements: file.requirements.map((requirement) => readRequirement(requirement)) }
}

function readRequirement({ untested, ...rest }: WrittenRequirement): ReportedRequirement {
  if (untested === undefined) return rest
  const { enable, ...circumstances } = untested
  return { ...rest, untested: { ...circumstances, remedy: enable } }
}
