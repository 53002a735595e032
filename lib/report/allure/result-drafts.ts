import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requirements } from '../../contract/requirement.ts'
import type { AllureSources } from './allure-ending.ts'
import { checkResult, type AllureCheck } from './allure-results.ts'
import { resultFile } from './allure-result.ts'

/** The results of a report without findings, as far as they are known before. */
const nothingFound: AllureSources = {
  target: { baseUrl: '' },
  requirements: [...requirements.values()].map(({ id, area, kind, statement, source }) => ({
    id,
    area,
    kind,
    statement,
    source,
    verdict: 'conforms',
    checks: 1,
    cases: { known: 0, looked: 0, untested: [] },
    findings: [],
    observations: [],
  })),
}

/**
 * Writes the results of passed checks while others run, as if the report had no findings: some file systems take more than a
 * second to create thousands of files, and the end of the run would wait for that.
 */
export class ResultDrafts {
  readonly #directory: string
  readonly #waiting: AllureCheck[] = []
  readonly #written = new Map<string, string>()
  #writing: Promise<void> | undefined
  #isOver = false

  constructor(directory: string) {
    this.#directory = directory
  }

  add(ran: AllureCheck): void {
    if (ran.check.state !== 'passed' || this.#isOver) return
    this.#waiting.push(ran)
    this.#writing ??= this.#writeAll()
  }

  /** Stops writing; returns the content of the written files, by name. */
  async end(): Promise<ReadonlyMap<string, string>> {
    this.#isOver = true
    await this.#writing
    return this.#written
  }

  /** One file at a time: the checks and the target need the processor too. */
  async #writeAll(): Promise<void> {
    try {
      await mkdir(this.#directory, { recursive: true })
      for (let next = this.#waiting.shift(); next && !this.#isOver; next = this.#waiting.shift())
        await this.#write(next)
      this.#writing = undefined
    } catch {
      // What cannot be written now is written, or reported, with the report.
      this.#isOver = true
    }
  }

  async #write({ written, check }: AllureCheck): Promise<void> {
    const [name, text] = resultFile(checkResult(written, check, nothingFound).result)
    await writeFile(join(this.#directory, name), text)
    this.#written.set(name, text)
  }
}
