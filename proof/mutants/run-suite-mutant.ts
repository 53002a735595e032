// Runs in an instrumented copy of the suite, in which one mutant is active or none, and prints as JSON what the proof says of it; or,
// given a mutant that is not active and the name of a proof, what that shows without it.
import './mutant-switch.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { holdSuite, showProof, type SuiteMutant } from './hold-suite.ts'
import { coverage, type SoundSuite } from './instrumented.ts'
import type { Mutant } from './mutant.ts'
import type { MutantOutcome } from './outcome.ts'

const [directory = '', , absent, proof = ''] = process.argv.slice(2)
const kept = join(directory, 'sound.json')
const active = process.env['__STRYKER_ACTIVE_MUTANT__'] ?? ''

const printed = await (absent === undefined ? judge() : shown(absent)).catch((error: unknown): MutantOutcome => ({
  state: 'unusable',
  reason: String(error),
}))
process.stdout.write(`${JSON.stringify(printed)}\n`, () => process.exit(0))

async function judge(): Promise<MutantOutcome> {
  const checks = await collectChecks()
  if (active !== '') return holdSuite(suiteMutant(active), { checks, sound: soundSuite() })
  writeFileSync(kept, JSON.stringify(await coverage(checks)))
  return { state: 'survived', isReached: true, exchanges: 0, blocked: [], untested: [] }
}

async function shown(id: string): Promise<{ readonly shown: string }> {
  const checks = await collectChecks()
  return { shown: await showProof(proof, suiteMutant(id), { checks, sound: soundSuite() }) }
}

function soundSuite(): SoundSuite {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the run without a mutant wrote it
  return JSON.parse(readFileSync(kept, 'utf8')) as SoundSuite
}

function suiteMutant(id: string): SuiteMutant {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what made the copy wrote them
  const mutants = JSON.parse(readFileSync(join(directory, 'mutants.json'), 'utf8')) as readonly Mutant[]
  const file = mutants.find((one) => one.id === id)?.file
  if (file === undefined) throw new Error(`there is no mutant ${id}`)
  const names = idsIn(readFileSync(join(directory, file), 'utf8'))
  return { id, file, directory, idsOfFile: mutants.filter((one) => one.file === file).map((one) => one.id), names }
}

/** The requirements that a file names. */
function idsIn(code: string): readonly string[] {
  return code.match(/\b[A-Z]+-\d\d\b/gu) ?? []
}
