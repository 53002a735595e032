import type { RequirementId } from '../contract/requirement.ts'
import { type EvaluationCount, EvaluationCounts, type EvaluatedOn, EvidenceKept } from './evaluations.ts'
import { findingsThatStand } from './settle-causes.ts'
import { curlOf } from '../client/curl.ts'
import type { Exchange } from '../client/exchange.ts'
import { redact } from '../client/redactor.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'
import { asText } from '../contract/show.ts'
import type { Failure } from './claims/statement.ts'
import type { Finding, NewFinding, ReproductionScript, Symptom } from './finding.ts'
import type { DeclaredCase, HarnessProblem, JournalRecord, Observation, Untested } from './journal.ts'
import { signatureOf } from './signature-of.ts'
import { fieldsShown, symptomOf } from './symptom.ts'

/** The number of observations kept for one requirement, above what any check makes: otherwise chance would decide which ones are kept. */
const observationsKept = 100

/** Characters of the values of a finding. */
const longestValues = 4000

/** The number of checks named that show a passive finding: any of them shows it again. */
const sendersKept = 3

type JournalExtras = Pick<JournalRecord, 'coverage' | 'dialect' | 'slowestMs'>

export type WriteScript = (finding: NewFinding) => ReproductionScript | undefined

interface EvaluationFacts {
  readonly times?: number
  /** The case, if it is another than the check itself. */
  readonly at?: string
  readonly on?: EvaluatedOn
}

interface Traffic {
  exchanges: number
  durationMs: number
}

/** Everything that a run has observed so far. Repeated observations are counted, so its size does not grow with the exchanges. */
export class RunJournal {
  readonly #declared = new Map<string, DeclaredCase>()
  readonly #evaluations = new EvaluationCounts()
  readonly #evidence = new EvidenceKept()
  readonly #findings = new Map<string, Finding>()
  readonly #untested = new Map<string, Untested>()
  readonly #observations = new Map<string, Observation>()
  readonly #observationsOf = new Map<RequirementId, number>()
  readonly #harnessProblems: HarnessProblem[] = []
  readonly #transportProblems: HarnessProblem[] = []
  readonly #traffic = new Map<string, Traffic>()
  readonly #writeScript: WriteScript
  #exchanges = 0

  constructor(writeScript: WriteScript = () => undefined) {
    this.#writeScript = writeScript
  }

  /** Registers a check before the run: its requirements have this case, even if it is never executed. */
  declare(declared: DeclaredCase): void {
    this.#declared.set(declared.case, declared)
  }

  /** Returns the count if it counted anything: further evaluations of this kind can be added to it. */
  evaluated(
    requirement: RequirementId,
    check: string,
    { times = 1, at, on }: EvaluationFacts = {},
  ): EvaluationCount | undefined {
    if (times === 0) return undefined
    const evaluations = this.#evaluations.of(requirement, check, at)
    evaluations.count += times
    if (on) this.#evidence.add(requirement, check, on)
    return evaluations
  }

  /** A check did not finish: its evaluations of a requirement do not count. */
  unfinished(requirement: RequirementId, check: string): void {
    this.#evaluations.drop(requirement, check)
  }

  /** Whether a check, or any if none is named, has evaluated a requirement. */
  hasEvaluated(requirement: RequirementId, check?: string): boolean {
    return this.#evaluations.has(requirement, check)
  }

  violated(finding: NewFinding): void {
    const key = `${finding.requirement}\n${finding.fingerprint}`
    const known = this.#findings.get(key)
    this.#findings.set(key, known ? seenAgain(known, finding) : recorded(finding, this.#writeScript(finding)))
  }

  untested(untested: Untested): void {
    this.#untested.set(`${untested.requirement}\n${untested.check}`, untested)
  }

  observed(observation: Observation): void {
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

  /** Whether there is any finding, even if another requirement causes it. */
  get hasFindings(): boolean {
    return this.#findings.size > 0
  }

  get findingCount(): number {
    return this.#findings.size
  }

  /** The findings that no other one causes. */
  standing(): readonly Finding[] {
    return findingsThatStand([...this.#findings.values()])
  }

  get exchanges(): number {
    return this.#exchanges
  }

  /** Everything so far, as plain data. Causes are not settled yet: the cause of a finding may be in another journal. */
  record(extras: JournalExtras): JournalRecord {
    return {
      declared: [...this.#declared.values()],
      evaluations: this.#evaluations.all(),
      evidence: this.#evidence.all(),
      findings: [...this.#findings.values()],
      untested: [...this.#untested.values()],
      observations: [...this.#observations.values()],
      harnessProblems: this.#harnessProblems,
      transportProblems: this.#transportProblems,
      exchanges: this.#exchanges,
      traffic: [...this.#traffic].map(([check, traffic]) => ({ check, ...traffic })),
      ...extras,
    }
  }
}

function seenAgain(known: Finding, found: NewFinding): Finding {
  const { foundIn = [] } = found
  const shown = fieldsShown(found)
  const again = {
    ...known,
    occurrences: known.occurrences + 1,
    ...(known.symptom && shown && known.symptom.type !== shown.type && { symptom: ofAnyType(known.symptom) }),
  }
  if (known.foundIn === undefined) return again
  return { ...again, foundIn: [...new Set([...known.foundIn, ...foundIn])].slice(0, sendersKept) }
}

/** What shows in records of several types. */
function ofAnyType({ type: _type, ...symptom }: Symptom): Symptom {
  return symptom
}

/**
 * A value that is too long for a report is described in words; a record by its id. The same for values that contain a key: a text
 * is searched for all forms of a key, and a list of its bytes would not be.
 */
function bounded({ expected, received, record, ...place }: Failure): Failure {
  const text = asText([expected, received, record])
  if (redact(text) !== text) return place
  return {
    ...place,
    ...(isLong([expected, received]) ? {} : { expected, received }),
    ...(record && { record: isLong(record) ? { id: record['id'] } : record }),
  }
}

function isLong(value: unknown): boolean {
  return asText(value).length > longestValues
}

function recorded(told: NewFinding, script: ReproductionScript | undefined): Finding {
  const {
    fingerprint,
    exchanges,
    criterion: _,
    failure,
    beside: __,
    made = [],
    trail: ___,
    isTrailStated: ____,
    prepared: _____,
    shows: ______,
    way: _______,
    ...finding
  } = told
  const last = exchanges.at(-1)
  return {
    ...finding,
    ...(failure && { failure: bounded(failure) }),
    signature: signatureOf(finding.requirement, fingerprint),
    exchanges: [...made.filter((one) => !exchanges.includes(one)), ...exchanges].map((exchange) => ({
      ...summarizeExchange(exchange),
      ...(exchange !== last && told.beside?.includes(exchange) && { isCompared: true as const }),
    })),
    reproduce: last ? curlOf(last) : '',
    ...(script === undefined ? {} : { script }),
    occurrences: 1,
    symptom: symptomOf(told),
  }
}
