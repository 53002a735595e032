import fc from 'fast-check'
import { Violation } from '../checks/verify.ts'
import { isRecord } from '../contract/is-record.ts'
import { whileAssumptionsHold } from './assume.ts'
import { BatchViolation } from './judge-batch.ts'
import { hasJudgedEnough, sentSoFar } from './preparation.ts'
import { PropertyViolation } from './property-violation.ts'
import type { Session } from './session.ts'
import { createHash } from 'node:crypto'

/** Failing examples tried while shrinking; each costs requests, and the smallest so far is good enough. */
const shrinksAtMost = 80

export type Guard = (holds: () => Promise<void>) => Promise<void>

interface PropertyCheck<Inputs> {
  readonly title: string
  readonly session: Session
  /** The property, with each example run through the guard. */
  readonly property: (guard: Guard) => fc.IAsyncProperty<Inputs>
  readonly numRuns: number
  readonly examples: Inputs[]
}

/**
 * Runs a fast-check property, or only the input of a replay, and rethrows its shrunk failure as a `PropertyViolation`. Any other
 * error (an obstacle, a transport fault, our own bug) ends the property unchanged.
 */
export async function checkProperty<Inputs extends [unknown]>(check: PropertyCheck<Inputs>): Promise<void> {
  const seed = seedFor(check.session.configuration.seed, check.title)
  const led = check.session.counterexamples.get(check.title)
  const interruption: { cause?: unknown } = {}
  let failing = 0
  let tried = 0
  let isEnough = false
  const guard: Guard = async (holds) => {
    tried += 1
    if ((led && tried > 1) || isEnough) return
    const sentBefore = sentSoFar()
    if (interruption.cause !== undefined || failing > shrinksAtMost) return
    if (failing > 0) failing += 1
    try {
      await whileAssumptionsHold(holds)
      isEnough = failing === 0 && hasJudgedEnough(sentBefore)
    } catch (error) {
      if (!(error instanceof Violation)) {
        interruption.cause = error
        return
      }
      if (failing === 0) failing = 1
      throw error
    }
  }
  const details = await fc.check(check.property(guard), {
    seed,
    numRuns: Math.max(check.numRuns, check.examples.length),
    examples: check.examples,
    verbose: fc.VerbosityLevel.None,
    ...(led && { path: led.path, endOnFailure: true }),
  })
  if (details.failed && details.errorInstance instanceof Violation) {
    const { errorInstance: violation } = details
    const isOfBatch = violation instanceof BatchViolation
    const counterexample = fc.stringify(isOfBatch ? violation.input : withoutFunctions(details.counterexample?.[0]))
    const commandsPath = commandsPathIn(counterexample)
    const path = led?.path ?? details.counterexamplePath ?? ''
    throw new PropertyViolation(violation, {
      seed,
      path,
      counterexample,
      ...(commandsPath === undefined ? {} : { commandsPath }),
      ...(isOfBatch && { tried: violation.tried }),
    })
  }
  if (details.failed && led) throw details.errorInstance
  if (interruption.cause !== undefined) throw interruption.cause
}

/** fast-check gives the replay path of a model run's commands only inside its text of them. */
function commandsPathIn(counterexample: string): string | undefined {
  return / \/\*replayPath="([^"]+)"\*\/$/.exec(counterexample)?.[1]
}

/** An input in a readable form, without the functions and tools in it. */
function withoutFunctions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutFunctions(entry))
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, entry]) => typeof entry !== 'function')
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutFunctions(entry)]))
}

/** The seed of one check, a 31-bit integer: the same in a run of this check and of all checks. */
function seedFor(runSeed: number, title: string): number {
  return createHash('sha256').update(`${runSeed}\n${title}`).digest().readUInt32BE(0) & 0x7fffffff
}
