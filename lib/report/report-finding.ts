import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Finding } from '../checks/finding.ts'
import { replayLine } from '../config/replay-command.ts'
import { actorRemark, requestLine } from '../wording/request-words.ts'
import type { Deviation, ReportedFinding } from './conformance-report.ts'
import { shortened } from './escape.ts'
import { accepts, isExpired, signaturesIn } from './known-deviations.ts'
import type { RunFacts } from './run-facts.ts'

const longestText = 2000
const longestCounterexample = 4000
const longestCommand = 20_000
const exchangesKept = 5
/** Beside those that are compared, of which a race has many. */
const exchangesAtMost = 20

/** A finding as the reports show it: bounded texts, the judged exchange last, and how to see it again. */
export function reportFinding(finding: Finding, run: RunFacts): ReportedFinding {
  const { counterexample, script, ...told } = finding
  const exchanges = mostTelling(finding.exchanges)
  const stepOf = (exchange: ExchangeSummary): string =>
    `${shortened(requestLine(exchange, run.target.baseUrl), 100)}${actorRemark(exchange.actor)} → ${exchange.status}`
  const replay = replayLine(finding.requirement, run.reportsDirectory)
  const known = knownBy(finding, run)
  return {
    ...told,
    claim: shortened(finding.claim, longestText),
    expected: shortened(finding.expected, longestText),
    received: shortened(finding.received, longestText),
    ...(script === undefined ? {} : { script: { name: scriptName(finding), ...script } }),
    ...(counterexample === undefined ? {} : { counterexample: shortened(counterexample, longestCounterexample) }),
    exchanges,
    trail: exchanges
      .slice(0, -1)
      .filter(({ isCompared }) => !isCompared)
      .map(stepOf),
    beside: exchanges.filter(({ isCompared }) => isCompared).map(stepOf),
    reproduce: reproduction(finding) ?? replay,
    replay,
    ...(known === undefined ? {} : { known }),
  }
}

/** All that are compared, and the last of those that led there. */
function mostTelling(exchanges: readonly ExchangeSummary[]): readonly ExchangeSummary[] {
  const steps = exchanges.filter(({ isCompared }) => !isCompared)
  const left = new Set(steps.slice(0, -exchangesKept))
  return exchanges.filter((exchange) => !left.has(exchange)).slice(-exchangesAtMost)
}

function scriptName({ requirement, signature }: Finding): string {
  return `reproduce/${requirement}-${signature}.sh`
}

/** Half a command is worse than none: its quotes would not close. */
function reproduction({ reproduce }: Finding): string | undefined {
  return reproduce !== '' && reproduce.length <= longestCommand ? reproduce : undefined
}

function knownBy(finding: Finding, run: RunFacts): ReportedFinding['known'] {
  const today = run.target.startedAt.slice(0, 10)
  const accepting = run.deviations?.filter((entry) => accepts(entry, finding) && !isExpired(entry, today))
  const deviation =
    accepting?.find(({ signature }) => signaturesIn(signature)?.includes(finding.signature)) ?? accepting?.[0]
  return deviation && pick(deviation)
}

function pick({ reason, owner, expires }: Deviation): Pick<Deviation, 'reason' | 'owner' | 'expires'> {
  return { reason, owner, expires }
}
