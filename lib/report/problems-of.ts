import type { HarnessProblem, JournalRecord } from '../checks/journal.ts'
import { requirements } from '../contract/requirement.ts'
import { counted } from '../wording/figures.ts'
import type { Problem } from './conformance-report.ts'
import { shortened } from './escape.ts'
import type { RunFacts } from './run-facts.ts'

const problemsKept = 50
const longestProblem = 1000

export interface Problems {
  /** What makes the verdict `error`. */
  readonly fatal: readonly Problem[]
  /** Set if most checks ended without an answer. */
  readonly unanswered: Problem | undefined
  /** Missing answers; the first line says how many checks lost one. */
  readonly transport: readonly Problem[]
}

/** A problem in one line, as `conformance.json` has it. */
export function problemLine({ kind, text }: Problem): string {
  return `${kind}: ${text}`
}

/** Whether it makes the verdict `error`: the results of a failed run, or of a suite with a bug, cannot be trusted. */
export function isFatal({ kind }: Problem): boolean {
  return kind === 'run' || kind === 'suite'
}

/**
 * Problems that are not findings. A finding on an open requirement is a bug of the suite, because the contract defines nothing to
 * judge.
 */
export function problemsOf(record: JournalRecord, run: RunFacts): Problems {
  const misplaced = record.findings
    .filter((finding) => requirements.get(finding.requirement)?.kind === 'open')
    .map(({ check, requirement }) => ({
      check,
      message: `a check judged ${requirement}, which the contract leaves open`,
    }))
  const isSilent = record.exchanges === 0 && run.error === undefined && !emptyShard(record, run)
  return {
    fatal: [
      ...(run.error === undefined ? [] : [ofRun(shortened(run.error, longestProblem))]),
      ...(isSilent ? [ofRun('no request was answered')] : []),
      ...problems('suite', [...record.harnessProblems, ...misplaced]),
    ],
    unanswered: unanswered(record),
    transport: lostAnswers(record),
  }
}

function ofRun(text: string): Problem {
  return { kind: 'run', text }
}

/** A shard may have no check, or none whose needs are met: then it sends nothing, and the others do. */
function emptyShard({ transportProblems }: JournalRecord, { shard }: RunFacts): boolean {
  return shard !== undefined && transportProblems.length === 0
}

function unanswered({ evaluations, transportProblems }: JournalRecord): Problem | undefined {
  const answered = new Set(evaluations.map(({ check }) => check))
  const without = new Set(transportProblems.map(({ check }) => check)).difference(answered).size
  if (without <= answered.size) return undefined
  return ofRun(`most checks got no answer (${without}; ${answered.size} got one)`)
}

/** Why the run is incomplete, and what was lost; a reason shared by many checks is reported once. */
function lostAnswers({ transportProblems }: JournalRecord): Problem[] {
  if (transportProblems.length === 0) return []
  const checksBy = Map.groupBy(transportProblems, ({ message }) => message)
  const lost = [...checksBy].map(([message, alike]) => {
    const checks = new Set(alike.map(({ check }) => check))
    return { check: checks.size === 1 ? [...checks].join('') : `${checks.size} checks`, message }
  })
  const checks = counted(new Set(transportProblems.map(({ check }) => check)).size, 'check')
  const text = `the run is incomplete: ${checks} got no answer to a request, so their requirements are untested`
  return [{ kind: 'transport', text }, ...problems('transport', lost)]
}

function problems(kind: Problem['kind'], of: readonly HarnessProblem[]): Problem[] {
  const times = new Map<string, number>()
  for (const { check, message } of of) {
    const text = `${check}: ${shortened(message, longestProblem)}`
    times.set(text, (times.get(text) ?? 0) + 1)
  }
  const all = [...times].map(([text, count]): Problem => ({
    kind,
    text: count === 1 ? text : `${text} (${count} times)`,
  }))
  if (all.length <= problemsKept) return all
  return [...all.slice(0, problemsKept), { kind, text: `${all.length - problemsKept} more are not shown` }]
}
