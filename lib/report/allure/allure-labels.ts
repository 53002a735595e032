import { areas, type RequirementKind } from '../../contract/requirement.ts'
import type { ReportedRequirement } from '../conformance-report.ts'
import type { AllureLabel, AllureResult } from './allure-result.ts'

const severities = { documented: 'critical', implied: 'normal', open: 'trivial' } as const satisfies Record<
  RequirementKind,
  string
>

/** The kinds, the gravest first. */
const byGravity = ['documented', 'implied', 'open'] as const satisfies readonly RequirementKind[]

/** The epic of checks that only ask: what they get is judged by the rules that hold for every exchange. */
const survey = 'requests for the rules of every exchange'

/** Where a result stands: epic, feature and story are area, requirement and check; the gravest requirement gives the severity. */
export function allureLabels(requirements: readonly ReportedRequirement[], story: string): readonly AllureLabel[] {
  const kind = byGravity.find((one) => requirements.some((requirement) => requirement.kind === one))
  const epics = requirements.length === 0 ? [survey] : distinct(requirements.map(({ area }) => areaTitle(area)))
  const owners = requirements.flatMap(({ findings }) => findings.flatMap(({ known }) => known?.owner ?? []))
  return [
    ...epics.map((value) => ({ name: 'epic', value })),
    ...requirements.map((requirement) => ({ name: 'feature', value: featureOf(requirement) })),
    { name: 'story', value: story },
    { name: 'severity', value: kind === undefined ? 'normal' : severities[kind] },
    ...(kind === undefined ? [] : [{ name: 'tag', value: kind }]),
    ...(requirements.some(({ verdict }) => verdict === 'observed') ? [{ name: 'tag', value: 'observed' }] : []),
    ...distinct(owners).map((value) => ({ name: 'owner', value })),
    { name: 'layer', value: 'interface' },
    { name: 'framework', value: 'vitest' },
    { name: 'language', value: 'typescript' },
  ]
}

/** The folders of a result: its area and its first requirement. */
export function allureTitlePath(requirements: readonly ReportedRequirement[]): AllureResult['titlePath'] {
  const [first] = requirements
  return first === undefined ? [survey] : [areaTitle(first.area), featureOf(first)]
}

/** The rules that a result is about, in Markdown; nothing in them comes from the target. */
export function allureDescription(requirements: readonly ReportedRequirement[]): string {
  return requirements
    .map(({ id, kind, statement, source }) => {
      const clause = source === '' ? kind : `${kind}; ${source}`
      return `**${id}** The deployment ${statement}.\n\n*${clause}*`
    })
    .join('\n\n')
}

function featureOf({ id, statement }: ReportedRequirement): string {
  return `${id} ${statement}`
}

function areaTitle(area: string): string {
  const title = areas.find(({ id }) => id === area)?.title
  return title === undefined ? area : `${area}: ${title}`
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}
