import { type RequirementId, isRequirementId } from '../../contract/requirement.ts'

/** Where an attachment of a result is found. */
export interface AllureAttachment {
  readonly name: string
  readonly source: string
  readonly type: string
}

export interface AllureLabel {
  readonly name: string
  readonly value: string
}

/** How a result ended, and why. */
export interface AllureEnding {
  readonly status: 'passed' | 'failed' | 'broken' | 'skipped'
  readonly statusDetails: {
    readonly message?: string
    readonly trace?: string
    /** A violation that is accepted for now. */
    readonly known?: true
    /** A violation that only warns. */
    readonly muted?: true
  }
}

/** One file of `allure-results/`, in the format of Allure 2 and 3. */
export interface AllureResult extends AllureEnding {
  readonly uuid: string
  readonly historyId: string
  readonly testCaseId: string
  readonly fullName: string
  readonly name: string
  readonly titlePath: readonly string[]
  readonly description: string
  readonly stage: 'finished'
  readonly labels: readonly AllureLabel[]
  readonly attachments: readonly AllureAttachment[]
  readonly parameters: readonly never[]
  readonly links: readonly never[]
  readonly steps: readonly never[]
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly stop: number
}

/** The ending of file names in `allure-results/` that contain a result. */
export const resultEnding = '-result.json'

/** Name and content of the file of a result. */
export function resultFile(result: AllureResult): readonly [name: string, text: string] {
  return [`${result.uuid}${resultEnding}`, JSON.stringify(result)]
}

/** A check as the test framework ran it. */
export interface RanCheck {
  /** The requirements that it verifies, and then its title. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  readonly note?: string | undefined
  /** The error that it threw, if it was not a violation: a bug of the suite. */
  readonly fault?: string | undefined
}

/** The parts of a check's name. */
export function partsOf(name: string): { readonly verifies: readonly RequirementId[]; readonly title: string } {
  const words = name.split(' ')
  const first = words.findIndex((word) => !isRequirementId(word))
  const count = first === -1 ? words.length : first
  return {
    verifies: words.slice(0, count).filter((word): word is RequirementId => isRequirementId(word)),
    title: words.slice(count).join(' '),
  }
}
