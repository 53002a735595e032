import type { Finding } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Controls } from '../config/controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Check } from '../run/check.ts'
import { type Outcome, executeCheck } from '../run/execute-check.ts'
import { leftBehindLine } from '../run/left-behind-line.ts'
import { type JudgedClaim, Session } from '../run/session.ts'
import { undoRun } from '../run/undo-run.ts'

export interface RoundOptions {
  readonly configuration: Configuration
  readonly controls: Controls
  /** How long a claim waits for lawfully late results; 10 s by default. */
  readonly latenessMs?: number
  readonly onCheck?: (check: Check, isCounterexample: boolean) => void
  readonly onExchange?: (exchange: Exchange) => void
  readonly onClaim?: (claim: JudgedClaim) => void
  /** Called with a function that ends a round early: no further check starts. */
  readonly stopBy?: (stop: () => void) => void
  /** The only inputs that properties try, by the titles of their checks. */
  readonly counterexamples?: Session['counterexamples']
}

/** The result of a round of checks. */
export interface Round {
  readonly ends: ReadonlyMap<Check, Outcome>
  /** By their signatures, including findings that another one would explain. */
  readonly found: ReadonlyMap<string, Finding>
  /**
   * Whether the check of a finding held an answer against its requirement: an answer that another claim is about, such as a
   * rejection in place of what was accepted, keeps the requirement as well. A check of every answer asks the same of each such
   * answer.
   */
  readonly evaluated: (finding: Finding) => boolean
  /** What could not be removed or restored, one line each, with further notes. */
  readonly left: readonly string[]
  readonly notes: readonly string[]
}

/** Runs checks one after the other, with their own session and data, which are removed at the end. */
export async function playRound(checks: readonly Check[], options: RoundOptions): Promise<Round> {
  const { configuration, controls, latenessMs, counterexamples } = options
  const ledger = Ledger.begin(configuration)
  const claimed = new Set<string>()
  const session: Session = new Session({
    configuration,
    controls,
    ledger,
    writesScripts: false,
    ...(latenessMs === undefined ? {} : { latenessMs }),
    ...(counterexamples && { counterexamples }),
    onExchange: (exchange) => {
      options.onExchange?.(exchange)
      // Otherwise the findings of passive checks would be printed after the exchanges that follow.
      session.judgeAll()
    },
    onClaim: (claim) => {
      claimed.add(keyOf(claim))
      options.onClaim?.(claim)
    },
  })
  options.stopBy?.(() => session.stop())
  const ends = new Map<Check, Outcome>()
  try {
    for (const check of checks) {
      options.onCheck?.(check, counterexamples?.has(check.title) === true)
      ends.set(check, await executeCheck(check, session))
    }
  } finally {
    await session.close()
  }
  const { findings, evaluations } = session.record()
  const { left, notes, traces } = await undoRun(configuration, { ledger, controls, pace: session.client })
  const line = leftBehindLine(left, ledger)
  return {
    ends,
    found: new Map(findings.map((finding) => [finding.signature, finding])),
    evaluated: (finding) =>
      finding.foundIn === undefined ? claimed.has(keyOf(finding)) : evaluations.some((one) => isOf(one, finding)),
    left: line === undefined ? [] : [line],
    notes: [...notes, ...traces],
  }
}

function keyOf({ requirement, check }: Pick<JudgedClaim, 'requirement' | 'check'>): string {
  return `${requirement}\n${check}`
}

type Place = Pick<Finding, 'requirement' | 'check' | 'case'>

function isOf(one: Place, other: Place): boolean {
  return one.requirement === other.requirement && one.check === other.check && one.case === other.case
}
