import type { HarnessProblem, JournalRecord } from '../checks/journal.ts'
import { requirements } from '../contract/requirement.ts'
import { shortened } from './escape.ts'
import type { RunFacts } from './run-facts.ts'

const problemsKept = 50
const longestProblem = 1000

export interface Problems {
  /** What makes the verdict `error`: each line begins with `run:` or `suite:`. */
  readonly fatal: readonly string[]
  /** Set where most checks ended for want of an answer; begins with `run:`. */
  readonly unanswered: string | undefined
  /** Answers that never came: each line begins with `transport:`. */
  readonly transport: readonly string[]
}

/** Trouble that is no finding. A finding on an open requirement is ours: the contract gives nothing to judge by. */
export function problemsOf(record: JournalRecord, run: RunFacts): Problems {
  const misplaced = record.findings
    .filter((finding) => requirements.get(finding.requirement)?.kind === 'open')
    .map(({ check, requirement }) => ({ check, message: `judged ${requirement}, which the contract leaves open` }))
  return {
    fatal: [
      ...(run.error === undefined ? [] : [`run: ${shortened(run.error, longestProblem)}`]),
      ...(record.exchanges === 0 && run.error === undefined && !emptyShard(record, run)
        ? ['run: no request was answered']
        : []),
      ...lines('suite', [...record.harnessProblems, ...misplaced]),
    ],
    unanswered: unansweredLine(record),
    transport: transportLines(record),
  }
}

/** With fewer checks than shards, some have nothing to do. */
/** A shard may have no check, or none that has what it needs: then it asks nothing, and the others answer. */
function emptyShard({ transportProblems }: JournalRecord, { shard }: RunFacts): boolean {
  return shard !== undefined && transportProblems.length === 0
}

function unansweredLine({ evaluations, transportProblems }: JournalRecord): string | undefined {
  const answered = new Set(evaluations.map(({ check }) => check))
  const without = new Set(transportProblems.map(({ check }) => check)).difference(answered).size
  if (without <= answered.size) return undefined
  return `run: most checks had no answer (${without}, and ${answered.size} had one): the target or the way to it is down`
}

/** Why the run is incomplete, and what was lost; what many checks lost for one reason is told once. */
function transportLines({ transportProblems }: JournalRecord): string[] {
  if (transportProblems.length === 0) return []
  const checksBy = Map.groupBy(transportProblems, ({ message }) => message)
  const told = [...checksBy].map(([message, problems]) => {
    const checks = new Set(problems.map(({ check }) => check))
    return { check: checks.size === 1 ? [...checks].join('') : `${checks.size} checks`, message }
  })
  const lost = new Set(transportProblems.map(({ check }) => check)).size
  const checks = lost === 1 ? '1 check' : `${lost} checks`
  return [
    `transport: the run is incomplete: ${checks} lost an answer, and what they judge is untested`,
    ...lines('transport', told),
  ]
}

function lines(kind: string, problems: readonly HarnessProblem[]): string[] {
  const times = new Map<string, number>()
  for (const { check, message } of problems) {
    const line = `${kind}: ${check}: ${shortened(message, longestProblem)}`
    times.set(line, (times.get(line) ?? 0) + 1)
  }
  const all = [...times].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
  if (all.length <= problemsKept) return all
  return [...all.slice(0, problemsKept), `${kind}: ${all.length - problemsKept} more are not shown`]
}
