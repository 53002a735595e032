import type { Command } from 'commander'

/** Adds `merge`: the shards of one run as one report. */
export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('put the shards of one run together: the report and the exit code of the whole')
    .argument('<directories...>', 'the reports directory of each shard, or one that holds them all')
    .option('--reports <directory>', 'where the reports of the whole go (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'violations that are accepted for now, instead of those of the shards')
    .option(
      '--write-deviations <file>',
      'list the violations found there, to be accepted for now; keeps what is listed',
    )
    .option('--documented-only', 'violations of implied requirements warn only')
    .option('--require-complete', 'exit 3 where a case of something documented is untested')
    .action(async (directories: readonly string[], flags: Readonly<Record<string, string | boolean>>) => {
      const { merge } = await import('./merge.ts')
      process.exitCode = await merge({ directories, flags, environment: process.env, directory: process.cwd() })
    })
}
