import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Endpoint, EndpointId } from '../service/interface/endpoint.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { Failure } from './claims/statement.ts'
import type { Criterion } from './claims/criterion.ts'

/** A claim that does not hold, as it is told everywhere: what was claimed, what that takes, and what came instead. */
export interface FailedClaim {
  /** The kind of the claim; left out of one in words of its own. */
  readonly kind?: string
  /** What should hold, as a plain assertion: `product.archived is a boolean`. */
  readonly claim: string
  /** What makes it the same finding in every run, in any version: no ids, times or values of the run. The claim, where it is left out. */
  readonly fingerprint?: string
  /** What is claimed, and of what, in whichever place it fails: the same where it holds. */
  readonly about?: string
  readonly expected: string
  readonly received: string
  /** The same as values, where they are known. */
  readonly failure?: Failure
  readonly hint?: string
  readonly criterion?: Criterion
  /** The fields that are not as they should be, where the criterion does not name them. */
  readonly shows?: FieldsShown
}

/** One that names the mistake which a developer of the target has likely made. */
export type HintedClaim = FailedClaim & Required<Pick<FailedClaim, 'hint'>>

/** How a finding is come by, the plainest first: what is found in a plainer way can explain what is found in a more combined one. */
export const ways = ['any answer', 'claim', 'comparison', 'race', 'model'] as const

export type Way = (typeof ways)[number]

/** An endpoint of the contract, where it is one, and what it answered. */
export interface AnswerMet {
  readonly endpoint: EndpointId | undefined
  readonly status: number
}

/** Fields of records, by the outermost name, and the type of the record, where it is a property. */
export interface FieldsShown {
  readonly fields: readonly string[]
  readonly type?: string
}

/** How a broken requirement shows in the answers of a check, as far as that tells what can have caused it. */
export interface Symptom extends Partial<FieldsShown> {
  readonly way: Way
  /** What was judged. */
  readonly answer?: AnswerMet
  readonly resource?: Endpoint['resource']
  /** Whether the status of the answer is not as it should be. */
  readonly isOfStatus?: true
  /** Whether something was wrong on purpose with the request that was judged. */
  readonly isBroken?: true
  /** What was answered on the way there to requests that keep the contract, each once. */
  readonly met: readonly AnswerMet[]
  /** The status that was judged, where it is one of a refusal or a breakdown. */
  readonly refusal?: number
  /** Statuses of all refusals and breakdowns on the way there, those that the check shares with others included. */
  readonly refusals: readonly number[]
  /** The list whose pages are not as they should be, where the claim is about pages. */
  readonly pagesOf?: EndpointId
  /** The list that is judged, where the claim is about one. */
  readonly list?: EndpointId
  /** The endpoint of the judged read, where it is answered as before a write of what it shows. */
  readonly stale?: EndpointId
}

/** A shell script that makes what it needs, sends the judged request, and says whether the breach is there. */
export interface ReproductionScript {
  readonly text: string
  /** What it takes to see the finding, where no request decides. */
  readonly needs?: string
}

/** An input, as JSON, and the status that it was answered with. */
export interface Tried {
  readonly value: string
  readonly status: number
}

/** A broken requirement with its evidence, as plain data: the same from the check that found it to the page that shows it. */
export interface Finding extends Omit<FailedClaim, 'criterion' | 'fingerprint' | 'shows'> {
  readonly requirement: RequirementId
  /** Title of the check that found it. */
  readonly check: string
  /** Twelve hex digits, the same from run to run: two findings of one signature are one. */
  readonly signature: string
  /** What led there, redacted; the judged exchange comes last. */
  readonly exchanges: readonly ExchangeSummary[]
  /** A curl command that sends the judged request again. */
  readonly reproduce: string
  readonly script?: ReproductionScript
  readonly occurrences: number
  /** What can be a cause of it, and of what it can be one; absent in files of earlier versions. */
  readonly symptom?: Symptom
  readonly counterexample?: string
  /** The inputs that were tried together, and the statuses that they were answered with. */
  readonly tried?: readonly Tried[]
  readonly seed?: number
  /** fast-check's path to the counterexample. */
  readonly path?: string
  /** fast-check's path to the commands of a model run, which its `path` alone does not lead to. */
  readonly commandsPath?: string
  /** Where a passive check found it: the place where it looked, and the checks that sent what it judged. */
  readonly case?: string
  readonly foundIn?: readonly string[]
  /** Other checks that had changed what its check uses. */
  readonly changedIn?: readonly string[]
}
