import type { Exchange } from '../client/exchange.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Endpoint, EndpointId } from '../service/interface/endpoint.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Failure } from './claims/statement.ts'
import type { Criterion } from './claims/criterion.ts'

/** A failed claim, as all reports show it: the claim, the expected and the received value. */
export interface FailedClaim {
  /** The kind of the claim; absent for a claim in its own words. */
  readonly kind?: string
  /** What should be true, as a plain assertion: `product.archived is a boolean`. */
  readonly claim: string
  /** What identifies the finding in every run and version: no ids, times or values of the run. By default the claim. */
  readonly fingerprint?: string
  /** The claim and its subject, wherever it fails; the same as if it holds. */
  readonly about?: string
  readonly expected: string
  readonly received: string
  /** The same as values, if they are known. */
  readonly failure?: Failure
  /** The mistake that a developer of the target has likely made. */
  readonly hint: string
  readonly criterion?: Criterion
  /** The wrong fields, if the criterion does not name them. */
  readonly shows?: FieldsShown
}

/** How a finding was obtained, simplest first: a simpler finding can explain a more complex one. */
export const ways = ['any answer', 'claim', 'comparison', 'race', 'model'] as const

export type Way = (typeof ways)[number]

/** An endpoint of the contract, if it is one, and its answer. */
export interface AnswerMet {
  readonly endpoint: EndpointId | undefined
  readonly status: number
}

/** Fields of records, by the outermost name, and the type of the record if it is a property. */
export interface FieldsShown {
  readonly fields: readonly string[]
  readonly type?: string
}

/** How a violation appears in the answers of a check, as far as it shows possible causes. */
export interface Symptom extends Partial<FieldsShown> {
  readonly way: Way
  /** What was judged. */
  readonly answer?: AnswerMet
  readonly resource?: Endpoint['resource']
  /** Whether the status of the answer is wrong. */
  readonly isOfStatus?: true
  /** Whether the judged request had a deliberate mistake. */
  readonly isBroken?: true
  /** The answers to lawful requests on the way there, each once. */
  readonly met: readonly AnswerMet[]
  /** The judged status, if it is a rejection or a server error. */
  readonly refusal?: number
  /** The statuses of all rejections and server errors on the way there, including those in shared set-up. */
  readonly refusals: readonly number[]
  /** The list with wrong pages, if the claim is about pages. */
  readonly pagesOf?: EndpointId
  /** Whether the order of a list is wrong. */
  readonly isOfOrder?: true
  /** The lists that were only read in single pages that show all of their entries. */
  readonly whole?: readonly EndpointId[]
  /** The list that is judged, if the claim is about one. */
  readonly list?: EndpointId
  /** Whether a request on the way, or the judged one, asked for a page other than the first. */
  readonly hasOffset?: true
  /** The endpoint of the judged read, if its answer equals one from before a write to the record. */
  readonly stale?: EndpointId
}

/** A shell script that creates what it needs, sends the judged request, and prints whether the breach is there. */
export interface ReproductionScript {
  readonly text: string
  /** What is needed to see the finding, if no request can decide it. */
  readonly needs?: string
}

/** An input, as JSON, and the status of its answer. */
export interface Tried {
  readonly value: string
  readonly status: number
}

/** What leads a generated check to its failure again. */
export interface Counterexample {
  readonly seed: number
  /** fast-check's path to it: with the seed it leads directly there. */
  readonly path: string
  readonly counterexample: string
  /** The inputs that were tried together, with the statuses of their answers. */
  readonly tried?: readonly Tried[]
  /** fast-check's replay path of the commands of a model run, which `path` alone does not contain. */
  readonly commandsPath?: string
}

/** The check behind a finding, and what it takes to repeat it. */
interface FoundBy extends Partial<Counterexample> {
  readonly requirement: RequirementId
  /** Title of the check that found it. */
  readonly check: string
  /** Where a passive check found it: the place where it looked, and the checks that sent what it judged. */
  readonly case?: string
  readonly foundIn?: readonly string[]
  /** Other checks that had changed what its check uses. */
  readonly changedIn?: readonly string[]
}

/** A violation as a check reports it to the journal, with whole exchanges. */
export interface NewFinding extends FailedClaim, FoundBy {
  /** What identifies a violation of a requirement: no ids, times or names of the run. */
  readonly fingerprint: string
  readonly way: Way
  /** What led to the claim; what it judges comes last. */
  readonly exchanges: readonly Exchange[]
  /** All exchanges of the check, or those that it states to have led to the claim. */
  readonly trail?: readonly Exchange[]
  readonly isTrailStated?: boolean
  /** The requests that created the records that it shares with other checks. */
  readonly prepared?: readonly Exchange[]
  /** The control request, or the others of a race. */
  readonly beside?: readonly Exchange[]
  /** The requests that created or changed records for several checks. */
  readonly made?: readonly Exchange[]
}

/** A violated requirement with its evidence, as plain data: the same from the journal to the page. */
export interface Finding extends Omit<FailedClaim, 'criterion' | 'fingerprint' | 'shows' | 'hint'>, FoundBy {
  /** Absent in files of earlier versions. */
  readonly hint?: string
  /** Twelve hex digits, the same from run to run: two findings of one signature are one. */
  readonly signature: string
  /** The exchanges that led there, redacted; the judged one comes last. */
  readonly exchanges: readonly ExchangeSummary[]
  /** A curl command that sends the judged request again. */
  readonly reproduce: string
  readonly script?: ReproductionScript
  readonly occurrences: number
  /** What can be its cause, and what it can cause; absent in files of earlier versions. */
  readonly symptom?: Symptom
  /** The command that runs its checks again; the report adds it. */
  readonly replay?: string
  /** Who accepts it for now, and until when; the report adds it. */
  readonly known?: { readonly reason: string; readonly owner: string; readonly expires: string }
}

/** The name of a finding's script in the reports directory. */
export function scriptName({ requirement, signature }: Pick<Finding, 'requirement' | 'signature'>): string {
  return `reproduce/${requirement}-${signature}.sh`
}
