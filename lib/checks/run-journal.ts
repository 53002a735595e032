import type { RequirementId } from '../contract/requirement.ts'
import { settleExplained } from './settle-explained.ts'
import { curlOf } from '../client/curl.ts'
import type { Exchange } from '../client/exchange.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'
import type { Finding, HarnessProblem, JournalRecord, Observation, RecordedFinding, Untested } from './journal.ts'

/** Observations kept of one requirement. Above what any check makes on purpose: which of them are kept would be chance. */
const observationsKept = 100

type JournalExtras = Pick<JournalRecord, 'coverage' | 'dialect'>

interface Looks {
  readonly requirement: RequirementId
  readonly check: string
  count: number
}

interface Traffic {
  exchanges: number
  durationMs: number
}

/** What a run has seen so far. Everything is counted where it is written, so its size does not grow with the exchanges. */
export class RunJournal {
  readonly #looks = new Map<string, Looks>()
  readonly #findings = new Map<string, RecordedFinding>()
  readonly #untested = new Map<string, Untested>()
  readonly #observations = new Map<string, Observation>()
  readonly #observationsOf = new Map<RequirementId, number>()
  readonly #harnessProblems: HarnessProblem[] = []
  readonly #transportProblems: HarnessProblem[] = []
  readonly #traffic = new Map<string, Traffic>()
  #exchanges = 0

  looked(requirement: RequirementId, check: string, times = 1): void {
    if (times === 0) return
    const key = `${requirement}\n${check}`
    const looks = this.#looks.get(key)
    if (looks) looks.count += times
    else this.#looks.set(key, { requirement, check, count: times })
  }

  /** Whether a check, or any where none is named, has looked at a requirement. */
  hasLooked(requirement: RequirementId, check?: string): boolean {
    if (check !== undefined) return this.#looks.has(`${requirement}\n${check}`)
    return [...this.#looks.values()].some((looks) => looks.requirement === requirement)
  }

  finding(finding: Finding): void {
    const key = `${finding.requirement}\n${finding.fingerprint}`
    const known = this.#findings.get(key)
    this.#findings.set(key, known ? { ...known, occurrences: known.occurrences + 1 } : recorded(finding))
  }

  untested(untested: Untested): void {
    this.#untested.set(`${untested.requirement}\n${untested.check}`, untested)
  }

  observes(observation: Observation): void {
    const key = `${observation.requirement}\n${observation.name}\n${observation.value}`
    const kept = this.#observationsOf.get(observation.requirement) ?? 0
    if (this.#observations.has(key) || kept >= observationsKept) return
    this.#observations.set(key, observation)
    this.#observationsOf.set(observation.requirement, kept + 1)
  }

  harnessProblem(problem: HarnessProblem): void {
    this.#harnessProblems.push(problem)
  }

  transportProblem(problem: HarnessProblem): void {
    this.#transportProblems.push(problem)
  }

  exchanged({ check, durationMs }: Exchange): void {
    this.#exchanges += 1
    const traffic = this.#traffic.get(check) ?? { exchanges: 0, durationMs: 0 }
    traffic.exchanges += 1
    traffic.durationMs += durationMs
    this.#traffic.set(check, traffic)
  }

  get exchanges(): number {
    return this.#exchanges
  }

  /** The requirements with a finding so far. */
  get violated(): ReadonlySet<RequirementId> {
    return new Set([...this.#findings.values()].map((finding) => finding.requirement))
  }

  /** Everything so far, as plain data, with what is explained settled. */
  record(extras: JournalExtras): JournalRecord {
    return settleExplained(this.seen(extras))
  }

  /** The same before it is settled: what explains a finding may be in another journal. */
  seen(extras: JournalExtras): JournalRecord {
    return {
      looks: [...this.#looks.values()].map((looks) => ({ ...looks })),
      findings: [...this.#findings.values()],
      untested: [...this.#untested.values()],
      observations: [...this.#observations.values()],
      harnessProblems: this.#harnessProblems,
      transportProblems: this.#transportProblems,
      exchanges: this.#exchanges,
      traffic: [...this.#traffic].map(([check, traffic]) => ({ check, ...traffic })),
      coverage: extras.coverage,
      dialect: extras.dialect,
    }
  }
}

function recorded(finding: Finding): RecordedFinding {
  const last = finding.exchanges.at(-1)
  return {
    ...finding,
    exchanges: finding.exchanges.map((exchange) => summarizeExchange(exchange)),
    reproduce: last ? curlOf(last) : '',
    occurrences: 1,
  }
}
