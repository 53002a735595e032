import type { Deviation, ReportedFinding } from './conformance-report.ts'
import { shortened } from './escape.ts'
import type { GroupedFinding } from './group-findings.ts'
import { requestLine } from './judged-request.ts'
import { isExpired } from './known-deviations.ts'
import { replayLine } from './replay-line.ts'
import type { RunFacts } from './run-facts.ts'

const longestText = 2000
const longestCounterexample = 4000
const longestCommand = 20_000
const exchangesKept = 5

/** A finding as the report shows it: bounded texts, the judged exchange last, and how to see it again. */
export function reportFinding(finding: GroupedFinding, run: RunFacts): ReportedFinding {
  const kept = finding.exchanges.slice(-exchangesKept)
  const trail = kept.slice(0, -1).map((exchange) => {
    return `${shortened(requestLine(exchange, run.target.baseUrl), 100)} → ${exchange.status}`
  })
  const replay = replayLine(run.replay, finding.requirement, finding.seed ?? run.target.seed)
  const known = knownBy(finding, run)
  return {
    signature: finding.signature,
    message: shortened(finding.message, longestText),
    expected: shortened(finding.expected, longestText),
    actual: shortened(finding.actual, longestText),
    occurrences: finding.occurrences,
    reproduce: reproduction(finding) ?? replay,
    replay,
    check: finding.check,
    ...(finding.hint === undefined ? {} : { hint: finding.hint }),
    ...(trail.length === 0 ? {} : { trail }),
    ...(finding.counterexample === undefined
      ? {}
      : { counterexample: shortened(finding.counterexample, longestCounterexample) }),
    ...(finding.seed === undefined ? {} : { seed: finding.seed }),
    ...(finding.path === undefined ? {} : { path: finding.path }),
    ...(kept.length === 0 ? {} : { exchanges: kept }),
    ...(known === undefined ? {} : { known }),
  }
}

/** Half a command is worse than none: its quotes would not close. */
function reproduction({ reproduce }: GroupedFinding): string | undefined {
  return reproduce !== '' && reproduce.length <= longestCommand ? reproduce : undefined
}

function knownBy(finding: GroupedFinding, run: RunFacts): ReportedFinding['known'] {
  const today = run.target.startedAt.slice(0, 10)
  const deviation = run.deviations?.find(
    (entry) =>
      entry.requirement === finding.requirement && entry.signature === finding.signature && !isExpired(entry, today),
  )
  return deviation && pick(deviation)
}

function pick({ reason, owner, expires }: Deviation): Pick<Deviation, 'reason' | 'owner' | 'expires'> {
  return { reason, owner, expires }
}
