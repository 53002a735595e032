import type { Command } from 'commander'

/** Adds `merge`: the shards of one run as one report. */
export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('combine the shards of one run into one report and exit code')
    .argument('<directories...>', 'the reports directory of each shard, or a directory with all of them')
    .option('--reports <directory>', 'write the merged reports to this directory (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'accept the violations listed in this file, instead of those of the shards')
    .option('--write-deviations <file>', 'add the violations found to this deviations file')
    .option('--documented-only', 'report violated implied requirements as warnings')
    .option('--require-complete', 'exit with 3 if any documented case is untested')
    .action(async (directories: readonly string[], flags: Readonly<Record<string, string | boolean>>) => {
      const { merge } = await import('./merge.ts')
      process.exitCode = await merge({ directories, flags, environment: process.env, directory: process.cwd() })
    })
}
