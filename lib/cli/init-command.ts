import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'

/** Adds `init`: starter files, filled in from what the target shows. */
export function addInit(program: Command): void {
  addConnectionOptions(program.command('init'))
    .description(
      'write a starter .env, target file and controls module; with a base URL, filled in from what doctor finds',
    )
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment to look at (CONFORMANCE_BASE_URL)')
    .option(
      '--openapi <file|url>',
      'the target’s own description; looked for where it is not given (CONFORMANCE_OPENAPI)',
    )
    .option('--directory <directory>', 'where the files go; what is there already is kept', '.')
    .action(async (flags: Readonly<Record<string, string>>) => {
      const { init } = await import('./init.ts')
      await init(flags)
    })
}
