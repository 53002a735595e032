import { readOptions } from '../../proof/read-options.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { compareReferences } from './compare-references.ts'

const { values } = readOptions({
  usage: `node tests/differential/try.ts [options]
Prints the differences between the reference with a fault or variant and the plain one.`,
  options: {
    fault: { type: 'string', multiple: true, default: [] },
    variant: { type: 'string', multiple: true, default: [] },
    'read-only': { type: 'boolean', default: false },
  },
  help: { fault: 'ID, may be repeated', variant: 'ID, may be repeated', 'read-only': 'no writes' },
})
const { seen, confirmed } = await compareReferences(
  await collectChecks(),
  { faults: values.fault, variants: values.variant },
  values['read-only'] ? 'read-only' : 'read-write',
)
process.stdout.write(`${JSON.stringify({ seen: seen.length, confirmed }, undefined, 1)}\n`)
