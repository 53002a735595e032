import type { Command } from 'commander'
import { cleanup } from './cleanup.ts'

/** Adds `cleanup`: remove what a crashed run left. */
export function addCleanup(program: Command): void {
  program
    .command('cleanup')
    .description('remove what a crashed run left, by its ledger; without one, by every ledger in the reports directory')
    .argument('[ledger]', 'the ledger of the run: ledger-<run>.jsonl')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'refuse ledgers of any other deployment (CONFORMANCE_BASE_URL)')
    .option('--reports <directory>', 'where ledgers are looked for (CONFORMANCE_REPORTS)')
    .action(async (ledger: string | undefined, flags: Readonly<Record<string, string>>) => {
      process.exitCode = await cleanup({ ledger, flags, environment: process.env, directory: process.cwd() })
    })
}
