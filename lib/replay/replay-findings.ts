import type { Finding } from '../checks/finding.ts'
import type { Check } from '../run/check.ts'
import type { SoughtFinding } from './checks-behind.ts'
import { type Round, type RoundOptions, playRound } from './play-round.ts'
import { obstacleText } from '../checks/errors.ts'
import type { Outcome } from '../run/execute-check.ts'

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
