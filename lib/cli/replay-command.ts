import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `replay`: the checks behind a finding, made again. */
export function addReplay(program: Command): void {
  addConnectionOptions(program.command('replay'))
    .usage('[options] [report] <id|signature>')
    .description('repeat the checks behind a finding and print each request: BREACH, KEPT or UNDECIDED')
    .argument(
      '<words...>',
      'a requirement or the signature of one finding, optionally after a conformance.json or its directory (default reports/)',
    )
    .option('--base-url <url>', 'replay on this deployment, or confirm that of the named report (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'read what the target declares from this JSON file (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'load controls from this ES module (CONFORMANCE_CONTROLS)')
    .option('--allow-writes', 'let the checks create and remove their own data (CONFORMANCE_ALLOW_WRITES)')
    .option('--allow-traces', 'let the checks leave retired part numbers (CONFORMANCE_ALLOW_TRACES)')
    .option('--reports <directory>', 'find the report and keep the ledger in this directory (CONFORMANCE_REPORTS)')
    .option('--max-rps <n>', 'send at most this many requests per second (CONFORMANCE_MAX_RPS)')
    .option('--concurrency <n>', 'send at most this many requests at once (CONFORMANCE_CONCURRENCY)')
    .option('--deadline <seconds>', 'stop sending requests after this many seconds (CONFORMANCE_DEADLINE)')
    .addHelpText('after', `\n${exitCodes}\n\n${teardownBoundsText}`)
    .action(async (words: readonly string[], flags: Readonly<Record<string, string | boolean>>) => {
      const { replay } = await import('./replay.ts')
      process.exitCode = await replay(words, { flags, environment: process.env, directory: process.cwd() })
    })
}

const exitCodes = `The last line is BREACH (exit code 1): the finding occurred again; KEPT (0): its claim was evaluated and holds; or UNDECIDED (3)
with the reason. Of several findings the worst decides: BREACH, then UNDECIDED. 2: the replay failed.
Seed, effort and counterexample are those of the report. Its target file, controls and permissions are used for its own target only.`
