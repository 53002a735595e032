import { rm } from 'node:fs/promises'
import type { Reporter, TestCase } from 'vitest/node'
import type { AllureCheck } from '../report/allure/allure-results.ts'
import type { ResultDrafts } from '../report/allure/result-drafts.ts'
import type { AllureIdentities } from './allure-identities.ts'
import { ranCheckOf } from './ran-check-of.ts'

interface Loaded {
  readonly identities: AllureIdentities
  readonly drafts: ResultDrafts
}

/** Writes Allure's results of checks while other checks run. */
export class AllureReporter implements Reporter {
  readonly #directory: string
  #loading: Promise<Loaded> | undefined

  /** With the directory that is to have the results. */
  constructor(directory: string) {
    this.#directory = directory
  }

  /** Loads what is needed only after the first check has ended. */
  async load(): Promise<Loaded> {
    this.#loading ??= loaded(this.#directory)
    return await this.#loading
  }

  async onTestCaseResult(test: TestCase): Promise<void> {
    const { drafts } = await this.load()
    for (const check of await this.checksOf([test])) drafts.add(check)
  }

  /** Tests as checks that ran, and who they are to Allure. */
  async checksOf(tests: readonly TestCase[]): Promise<AllureCheck[]> {
    const { identities } = await this.load()
    return tests.flatMap((test) => {
      const written = identities.of(test)
      return written === undefined ? [] : [{ written, check: ranCheckOf(test) }]
    })
  }

  /** Stops writing; returns the content of the written files, by name. */
  async end(): Promise<ReadonlyMap<string, string>> {
    return await (await this.load()).drafts.end()
  }

  /** Removes what is written of a run that is not told. */
  async discard(): Promise<void> {
    await this.end()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

async function loaded(directory: string): Promise<Loaded> {
  const [{ AllureIdentities }, { ResultDrafts }] = await Promise.all([
    import('./allure-identities.ts'),
    import('../report/allure/result-drafts.ts'),
  ])
  return { identities: new AllureIdentities(), drafts: new ResultDrafts(directory) }
}
