import { execFileSync, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suiteName } from './mutated-service.ts'
import type { MutantOutcome } from './outcome.ts'

/** Many times what a whole run takes on a quiet machine, or all proofs of a mutant of the suite. */
const longestMs = { service: 600_000, suite: 1_800_000 } as const

const suiteScript = 'proof/mutants/run-suite-mutant.ts'

/**
 * Runs the suite in a process of its own against an instrumented service with one mutant switched on, or `''` for none; if the
 * suite is mutated, the copy of it that is.
 */
export async function tryMutant(id: string, directory: string, service: string): Promise<MutantOutcome> {
  const own = fileURLToPath(new URL('run-mutant.ts', import.meta.url))
  const isSuite = service === suiteName
  const script = isSuite ? join(directory, suiteScript) : own
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, directory, service], {
    env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: id },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: isSuite ? longestMs.suite : longestMs.service,
    killSignal: 'SIGKILL',
  })
  const printed = await text(child.stdout)
  if (child.killed) return { state: 'timed-out' }
  const line = printed.split('\n').find((one) => one.startsWith('{"state"'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- run-mutant.ts is the one that prints it
  return line === undefined ? { state: 'unusable', reason: 'no answer' } : (JSON.parse(line) as MutantOutcome)
}

/** What a proof of a mutant of the suite shows in a process of its own without it. */
export function shownAgain(id: string, directory: string, proof: string): string {
  const printed = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(directory, suiteScript), directory, suiteName, id, proof],
    { env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: '' }, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
  )
  const line = printed.split('\n').find((one) => one.startsWith('{"shown"'))
  if (line === undefined) throw new Error(`without the mutant there is no answer: ${printed}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- run-suite-mutant.ts is the one that prints it
  return (JSON.parse(line) as { readonly shown: string }).shown
}
