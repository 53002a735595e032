// Runs in an instrumented copy of the suite, in which one mutant is active or none, and prints as JSON what the proof says of it.
import './mutant-switch.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { holdSuite } from './hold-suite.ts'
import { coverage, type SoundSuite } from './instrumented.ts'
import type { Mutant } from './mutant.ts'
import type { MutantOutcome } from './outcome.ts'

const [directory = ''] = process.argv.slice(2)
const kept = join(directory, 'sound.json')
const mutant = process.env['__STRYKER_ACTIVE_MUTANT__'] ?? ''

const outcome = await judge().catch((error: unknown): MutantOutcome => ({ state: 'unusable', reason: String(error) }))
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))

async function judge(): Promise<MutantOutcome> {
  const checks = await collectChecks()
  if (mutant === '') {
    writeFileSync(kept, JSON.stringify(await coverage(checks)))
    return { state: 'survived', isReached: true, exchanges: 0, blocked: [], untested: [] }
  }
  /* oxlint-disable typescript/no-unsafe-type-assertion -- what made the copy and the run without a mutant wrote them */
  const sound = JSON.parse(readFileSync(kept, 'utf8')) as SoundSuite
  const mutants = JSON.parse(readFileSync(join(directory, 'mutants.json'), 'utf8')) as readonly Mutant[]
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  const file = mutants.find(({ id }) => id === mutant)?.file
  if (file === undefined) throw new Error(`there is no mutant ${mutant}`)
  const names = idsIn(readFileSync(join(directory, file), 'utf8'))
  const idsOfFile = mutants.filter((one) => one.file === file).map(({ id }) => id)
  return holdSuite({ id: mutant, file, directory, idsOfFile, names }, { checks, sound })
}

/** The requirements that a file names. */
function idsIn(code: string): readonly string[] {
  return code.match(/\b[A-Z]+-\d\d\b/gu) ?? []
}
