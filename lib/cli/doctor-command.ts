import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'

/** Adds `doctor`: a look at a target, and the plan of a run, before the first test. */
export function addDoctor(program: Command): void {
  addConnectionOptions(program.command('doctor'))
    .description('check keys, fixtures and controls without testing, and show what a run would cost and leave untested')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment’s origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'read what the target declares from this JSON file (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'load controls from this ES module (CONFORMANCE_CONTROLS)')
    .option(
      '--openapi <file|url>',
      'use the target’s own description; searched at the usual places by default (CONFORMANCE_OPENAPI)',
    )
    .option(
      '--allow-writes',
      'plan a run with writes, and learn creation bodies by creating (CONFORMANCE_ALLOW_WRITES)',
    )
    .option(
      '--allow-traces',
      'plan a run that may leave retired part numbers, and files of deleted items (CONFORMANCE_ALLOW_TRACES)',
    )
    .option('--max-rps <n>', 'send at most this many requests per second')
    .option('--concurrency <n>', 'send at most this many requests at once')
    .option('--reports <directory>', 'keep the ledger of created records in this directory (CONFORMANCE_REPORTS)')
    .option('--json', 'print JSON')
    .action(async (flags: Readonly<Record<string, string | boolean>>) => {
      const { doctor } = await import('./doctor.ts')
      await doctor(flags)
    })
}
