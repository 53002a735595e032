import type { Finding } from '../checks/finding.ts'
import type { Check } from '../run/check.ts'
import type { SoughtFinding } from './findings-to-replay.ts'
import { obstacleText } from '../checks/errors.ts'
import { type Outcome, executeCheck } from '../run/execute-check.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Controls } from '../config/controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import { leftBehindLine, undoRun } from '../run/undo-run.ts'
import { type JudgedClaim, Session } from '../run/session.ts'

/** The result for a finding: it occurred again, its claim was evaluated and held, or neither. */
export interface Replayed {
  readonly finding: Finding
  readonly word: 'BREACH' | 'KEPT' | 'UNDECIDED'
  /** The expected and received values, or the obstacle. */
  readonly reason: string
}

export interface Replay {
  readonly outcomes: readonly Replayed[]
  /** What else showed on the way. */
  readonly others: readonly Finding[]
  /** What could not be removed or restored, one line each, with further notes. */
  readonly left: readonly string[]
  readonly notes: readonly string[]
}

const roundsAtMost = 4

/**
 * Repeats the checks behind findings in rounds, each with its own data, until every finding occurs again or its checks were
 * repeated often enough: first only the counterexamples, then the whole checks.
 */
export async function replayFindings(
  all: readonly SoughtFinding[],
  options: Omit<RoundOptions, 'counterexamples'>,
): Promise<Replay> {
  const rounds: Round[] = []
  const isOpen = ({ finding: { signature } }: SoughtFinding): boolean =>
    !rounds.some(({ found }) => found.has(signature))
  const shrunk = all.filter(({ finding }) => finding.path !== undefined)
  for (const sought of distinctByCheck(shrunk))
    rounds.push(await playRound(sought.checks, { ...options, counterexamples: counterexampleOf(sought) }))
  const wholes: Round[] = []
  for (let go = 1; go <= roundsAtMost; go += 1) {
    const due = new Set(all.filter(isOpen).flatMap(({ checks }) => checks.filter((check) => isDue(check, go, wholes))))
    if (due.size === 0) break
    const round = await playRound([...due], options)
    wholes.push(round)
    rounds.push(round)
  }
  const found = new Map(rounds.flatMap((round) => [...round.found]))
  return {
    outcomes: all.map((sought) => decide(sought, found, wholes)),
    others: [...found.values()].filter(({ signature }) => !all.some(({ finding }) => finding.signature === signature)),
    left: rounds.flatMap(({ left }) => left),
    notes: rounds.flatMap(({ notes }) => notes),
  }
}

/** A property is compared with one input at a time. */
function distinctByCheck(all: readonly SoughtFinding[]): readonly SoughtFinding[] {
  return [...new Map(all.map((sought) => [`${sought.finding.check}\n${sought.finding.path}`, sought])).values()]
}

function counterexampleOf({
  finding: { check, path = '', commandsPath },
}: SoughtFinding): NonNullable<RoundOptions['counterexamples']> {
  return new Map([[check, { path, ...(commandsPath === undefined ? {} : { commandsPath }) }]])
}

/** A completed check is repeated as often as chance may matter; an obstacle of another one remains. */
function isDue(check: Check, go: number, rounds: readonly Round[]): boolean {
  const end = rounds.at(-1)?.ends.get(check)
  return go === 1 || (go <= goesOf(check) && end?.state === 'passed')
}

/**
 * Whether requests are really simultaneous is chance, and so is what the precision of a time hides. A property has already tried
 * its counterexample, and serial checks may use up rate-limit windows.
 */
function goesOf({ kind, serial }: Check): number {
  if (serial) return 1
  if (kind === 'race') return roundsAtMost
  return kind === 'scenario' ? 2 : 1
}

function decide({ finding, checks }: SoughtFinding, found: Round['found'], rounds: readonly Round[]): Replayed {
  const shown = found.get(finding.signature)
  if (shown) return { finding, word: 'BREACH', reason: `expected ${shown.expected}, received ${shown.received}` }
  const held = rounds.some(
    (round) => round.evaluated(finding) && checks.some((check) => round.ends.get(check)?.state === 'passed'),
  )
  if (held) return { finding, word: 'KEPT', reason: '' }
  const ends = rounds.flatMap((round) =>
    checks.map((check) => round.ends.get(check)).filter((end) => end !== undefined),
  )
  return { finding, word: 'UNDECIDED', reason: obstacleOf(finding, ends) }
}

/** Why the claim of a finding was not evaluated. Throws the error of its checks, if that is not the target's fault. */
function obstacleOf({ requirement }: Finding, ends: readonly Outcome[]): string {
  const reasons = ends.map((end) => {
    switch (end.state) {
      case 'failed':
        throw end.error
      case 'untested':
        return `${end.obstacle.reason}: ${obstacleText(end.obstacle)}`
      case 'violated':
        return `another violation came first (${end.violation.message})`
      case 'passed':
        return `the check passed, and the target's answers gave no cause for this claim of ${requirement}`
    }
  })
  return [...new Set(reasons)].join('; ')
}

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
interface Round {
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
async function playRound(checks: readonly Check[], options: RoundOptions): Promise<Round> {
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
