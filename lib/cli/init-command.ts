import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'

/** Adds `init`: starter files, filled in from what the target shows. */
export function addInit(program: Command): void {
  addConnectionOptions(program.command('init'))
    .description(
      'write a starter .env, target file and controls module; with a base URL, filled in from what doctor finds',
    )
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment to examine (CONFORMANCE_BASE_URL)')
    .option(
      '--openapi <file|url>',
      'use the target’s own description; searched at the usual places by default (CONFORMANCE_OPENAPI)',
    )
    .option('--directory <directory>', 'write the files to this directory; existing files are kept', '.')
    .action(async (flags: Readonly<Record<string, string>>) => {
      const { init } = await import('./init.ts')
      await init(flags)
    })
}
