import type { Finding } from '../checks/finding.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'
import type { ReportedRequirement } from './conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'
import type { RunFacts } from './run-facts.ts'

export interface StaleOptions {
  /** The day of the run, `YYYY-MM-DD`. */
  readonly today: string
  /** The run is a shard, or omits cases: its conforming requirements say nothing about the rest. */
  readonly partly: boolean
}

/** A deviation is accepted up to and including its last day. */
export function isExpired(deviation: Pick<Deviation, 'expires'>, today: string): boolean {
  return deviation.expires < today
}

/**
 * Whether an entry of a deviations file accepts a finding. A signature of 0.1.0, which no finding has any more, accepts those of
 * its requirement, until the version after this one.
 */
export function accepts(
  { requirement, signature }: Pick<Deviation, 'requirement' | 'signature'>,
  finding: Pick<Finding, 'requirement' | 'signature'>,
): boolean {
  if (requirement !== finding.requirement) return false
  const listed = signaturesIn(signature)
  return listed?.some((one) => one === finding.signature || isOfFirstVersion(one)) ?? true
}

/** The signatures of an entry; `undefined` if it accepts every finding of its requirement. */
export function signaturesIn(signature: Deviation['signature']): readonly string[] | undefined {
  return typeof signature === 'string' ? [signature] : signature
}

/** Notes for the owner of the deviations file about signatures of 0.1.0. */
export function noteOfFirstVersion({ id, verdict }: ReportedRequirement, { deviations = [] }: RunFacts): string[] {
  const old = deviations
    .filter(({ requirement }) => requirement === id)
    .flatMap(({ signature }) => signaturesIn(signature) ?? [])
    .filter((signature) => isOfFirstVersion(signature))
  if (verdict !== 'violated' || old.length === 0) return []
  const which = old.join(', ')
  return [
    `the deviation of ${id} has a signature of version 0.1.0 (${which}): until the next version it accepts every finding of ${id}; rewrite the file with --write-deviations`,
  ]
}

/**
 * The out-of-date entries of a deviations file, each with the reason and the remedy; an entry stays if nothing evaluated its
 * requirement.
 */
export function staleDeviations(
  deviations: readonly Deviation[],
  requirements: readonly ReportedRequirement[],
  options: StaleOptions,
): string[] {
  const byId = new Map<string, ReportedRequirement>(requirements.map((requirement) => [requirement.id, requirement]))
  return deviations.flatMap((deviation) => {
    const why = whyStale(deviation, byId.get(deviation.requirement), options)
    const which = [deviation.requirement, ...(signaturesIn(deviation.signature) ?? [])].join(' ')
    return why === undefined ? [] : [`${which} (${deviation.owner}): ${why}`]
  })
}

function whyStale(
  deviation: Deviation,
  requirement: ReportedRequirement | undefined,
  { today, partly }: StaleOptions,
): string | undefined {
  if (!requirement) return 'the requirement does not exist; remove the entry or correct its id'
  // Open behaviour is never violated, so it cannot be accepted either.
  if (requirement.kind === 'open')
    return 'the contract leaves this requirement open, so it is never violated; remove the entry'
  if (requirement.verdict === 'conforms' && !partly) return 'the requirement conforms now; remove the entry'
  if (isExpired(deviation, today))
    return `it expired on ${deviation.expires}; fix the target, or agree on a later date with the owner`
  return undefined
}
