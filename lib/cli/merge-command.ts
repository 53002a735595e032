import type { Command } from 'commander'

/** Adds `merge`: the shards of one run as one report. */
export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('combine the shards of one run into one report and exit code')
    .argument('<directories...>', 'the reports directory of each shard, or one that holds them all')
    .option('--reports <directory>', 'where the reports of the whole go (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'violations that are accepted for now, instead of those of the shards')
    .option('--write-deviations <file>', 'add the violations found to this deviations file')
    .option('--documented-only', 'report violated implied requirements as warnings')
    .option('--require-complete', 'exit with 3 if any documented case is untested')
    .action(async (directories: readonly string[], flags: Readonly<Record<string, string | boolean>>) => {
      const { merge } = await import('./merge.ts')
      process.exitCode = await merge({ directories, flags, environment: process.env, directory: process.cwd() })
    })
}
