import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults as catalogue, isFaultId } from '../../reference/faults/catalogue.ts'
import { isVariantId } from '../../reference/variants/catalogue.ts'
import { shuffled } from '../proof/shuffled.ts'
import { scriptVerdicts, type ScriptVerdict } from './script-verdicts.ts'

// node tests/reproduce/try.ts [FAULT…] [--seed N] [--sample N] [--minutes N] [--keep DIRECTORY] [--outputs] [--variant A,B]: what the scripts of the findings say.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '0' },
    sample: { type: 'string', default: '20' },
    most: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '600' },
    variant: { type: 'string', default: '' },
    keep: { type: 'string' },
    outputs: { type: 'boolean', default: false },
  },
})
const checks = await collectChecks()
const known = Object.keys(catalogue).filter((id) => isFaultId(id))
const named = positionals.filter((id) => isFaultId(id))
const ids = named.length > 0 ? named : shuffled(known, Number(values.seed)).slice(0, Number(values.sample))
const variants = values.variant.split(',').filter((id) => isVariantId(id))
const counts = { reproduced: 0, 'needs more': 0, undecided: 0, wrong: 0 }
let tried = 0
for (const id of ids) {
  if (process.uptime() > Number(values.minutes) * 60) break
  tried += 1
  const keepIn = values.keep === undefined ? undefined : join(values.keep, id)
  if (keepIn !== undefined) mkdirSync(keepIn, { recursive: true })
  const sample = { checks, variants, most: Number(values.most), ...(keepIn && { keepIn }) }
  for (const verdict of await scriptVerdicts([id], sample)) {
    counts[verdict.outcome] += 1
    if (verdict.outcome !== 'reproduced') process.stdout.write(`${id}: ${told(verdict)}\n`)
  }
}
process.stdout.write(`${tried} faults: ${JSON.stringify(counts)}\n`)

function told({ outcome, faulty, sound, finding, output }: ScriptVerdict): string {
  const { requirement, signature, check, claim, expected, received } = finding
  return [
    `${outcome}: faulty ${faulty}, sound ${sound}`,
    `${requirement}-${signature} [${check}] ${claim}`,
    `expected ${expected.slice(0, 160)}`,
    `received ${received.slice(0, 160)}`,
    ...(values.outputs ? [output] : []),
  ].join('\n  ')
}
