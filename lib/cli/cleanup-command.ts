import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `cleanup`: remove what a crashed run left. */
export function addCleanup(program: Command): void {
  addConnectionOptions(program.command('cleanup'))
    .description('remove the data of a crashed run by its ledger, or by every ledger in the reports directory')
    .argument('[ledger]', 'the ledger of the run: ledger-<run>.jsonl')
    .allowExcessArguments(false)
    .option(
      '--base-url <url>',
      'confirm the deployment of the run; the key is sent nowhere else (CONFORMANCE_BASE_URL)',
    )
    .option(
      '--controls <file>',
      'use these controls to restore the settings that the run changed (CONFORMANCE_CONTROLS)',
    )
    .option('--reports <directory>', 'look for ledgers in this directory (CONFORMANCE_REPORTS)')
    .addHelpText('after', `\n${teardownBoundsText}`)
    .action(async (ledger: string | undefined, flags: Readonly<Record<string, string>>) => {
      const { cleanup } = await import('./cleanup.ts')
      process.exitCode = await cleanup({ ledger, flags, environment: process.env, directory: process.cwd() })
    })
}
