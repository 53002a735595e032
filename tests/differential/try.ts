import { parseArgs } from 'node:util'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { compareReferences } from './compare-references.ts'

// What a fault or a variant of the reference looks like beside the plain one: node tests/against/try.ts --variant ID
const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [] },
    variant: { type: 'string', multiple: true, default: [] },
    'read-only': { type: 'boolean', default: false },
  },
})
const { seen, confirmed } = await compareReferences(
  await collectChecks(),
  { faults: values.fault, variants: values.variant },
  values['read-only'] ? 'read-only' : 'read-write',
)
process.stdout.write(`${JSON.stringify({ seen: seen.length, confirmed }, undefined, 1)}\n`)
