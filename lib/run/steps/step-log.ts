import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../client/exchange.ts'
import type { Step } from './step.ts'
import { StepRecorder } from './step-recorder.ts'

/** How the files end to which steps are written. */
export const stepLogEnding = '.steps'

/** Writes the steps of a run to a file, one per line, so that memory does not grow with them. */
export class StepLog {
  readonly #recorder: StepRecorder
  readonly #path: string
  #lines: string[] = []

  constructor(path: string, runId: string) {
    this.#recorder = new StepRecorder(runId)
    this.#path = path
  }

  add(exchange: Exchange): void {
    const step = this.#recorder.step(exchange)
    if (step) this.#lines.push(`${JSON.stringify(step)}\n`)
  }

  flush(): void {
    appendFileSync(this.#path, this.#lines.join(''))
    this.#lines = []
  }
}

/** The steps that the workers of a run have saved. */
export function readSteps(directory: string): readonly Step[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(stepLogEnding))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line): Step => JSON.parse(line))
}
