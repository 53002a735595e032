import type { Command } from 'commander'

/** Adds `doctor`: a look at a target, and the plan of a run, before the first test. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'no tests: what the keys, fixtures and controls are good for, what a run would leave untested and cost',
    )
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment: origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'what the target declares of itself, JSON (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'an ES module that does what the web application does (CONFORMANCE_CONTROLS)')
    .option(
      '--allow-writes',
      'plan a run with writes, and learn creation bodies by creating (CONFORMANCE_ALLOW_WRITES)',
    )
    .option(
      '--allow-traces',
      'plan a run that may leave retired part numbers, and files of deleted items (CONFORMANCE_ALLOW_TRACES)',
    )
    .option('--max-rps <n>', 'requests a second at most')
    .option('--concurrency <n>', 'requests in flight at most')
    .option('--reports <directory>', 'where the list of what is made is kept meanwhile (CONFORMANCE_REPORTS)')
    .option('--json', 'for machines')
    .action(async (flags: Readonly<Record<string, string | boolean>>) => {
      const { doctor } = await import('./doctor.ts')
      await doctor(flags)
    })
}
