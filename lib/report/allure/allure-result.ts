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

/** One file of `allure-results/`, in the format that Allure 2 and 3 read. */
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
