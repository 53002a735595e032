import type { Deviation, ReportedRequirement } from './conformance-report.ts'

/** A deviation is accepted up to and with its last day. */
export function isExpired(deviation: Deviation, today: string): boolean {
  return deviation.expires < today
}

/** The entries of a deviations file that no longer hold, each with why; one whose requirement nothing looked at stays. */
export function staleDeviations(
  deviations: readonly Deviation[],
  requirements: readonly ReportedRequirement[],
  today: string,
): string[] {
  const byId = new Map<string, ReportedRequirement>(requirements.map((requirement) => [requirement.id, requirement]))
  return deviations.flatMap((deviation) => {
    const why = whyStale(deviation, byId.get(deviation.requirement), today)
    return why === undefined ? [] : [`${deviation.requirement} ${deviation.signature} (${deviation.owner}): ${why}`]
  })
}

function whyStale(
  deviation: Deviation,
  requirement: ReportedRequirement | undefined,
  today: string,
): string | undefined {
  if (!requirement) return 'there is no such requirement'
  if (requirement.verdict === 'conforms') return 'the requirement conforms now; remove the entry'
  if (isExpired(deviation, today)) return `it expired on ${deviation.expires}`
  return undefined
}
