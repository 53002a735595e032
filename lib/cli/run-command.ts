import { Option, type Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { efforts } from '../config/configuration.ts'
import { ConfigurationError } from '../config/errors.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `run`: test a target, write reports. */
export function addRun(program: Command): void {
  addConnectionOptions(program.command('run'))
    .description('test a target and write reports; with no base URL, the embedded reference')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment’s origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'read what the target declares from this JSON file (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'load controls from this ES module (CONFORMANCE_CONTROLS)')
    .option(
      '--openapi <file|url>',
      'learn parameter names and bodies from the target’s own description (CONFORMANCE_OPENAPI)',
    )
    .option('--allow-writes', 'let the run create and remove its own data (CONFORMANCE_ALLOW_WRITES)')
    .option('--allow-traces', 'allow retired part numbers and files of deleted items (CONFORMANCE_ALLOW_TRACES)')
    .addOption(new Option('--effort <effort>', 'choose how much is tested (CONFORMANCE_EFFORT)').choices([...efforts]))
    .option('--seed <n>', 'set the seed of all generated values (CONFORMANCE_SEED)')
    .option(
      '--only <expression>',
      'select requirement ids, areas, kinds, needs, text:WORD; && || ! () (CONFORMANCE_ONLY)',
    )
    .option(
      '--rerun <report>',
      'select the requirements that did not conform in this conformance.json (CONFORMANCE_RERUN)',
    )
    .option('--shard <i/n>', 'run one part of the checks; see merge (CONFORMANCE_SHARD)')
    .option('--against <url>', 'compare the answers with an older deployment’s (CONFORMANCE_AGAINST)')
    .option('--reports <directory>', 'write the reports to this directory (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'accept the violations listed in this file for now (CONFORMANCE_DEVIATIONS)')
    .option(
      '--write-deviations <file>',
      'add the violations found to this deviations file (CONFORMANCE_WRITE_DEVIATIONS)',
    )
    .option('--documented-only', 'report violated implied requirements as warnings (CONFORMANCE_DOCUMENTED_ONLY)')
    .option('--require-complete', 'exit with 3 if any documented case is untested (CONFORMANCE_REQUIRE_COMPLETE)')
    .option('--max-rps <n>', 'send at most this many requests per second (CONFORMANCE_MAX_RPS)')
    .option('--concurrency <n>', 'send at most this many requests at once (CONFORMANCE_CONCURRENCY)')
    .option('--max-requests <n>', 'send at most this many requests in total (CONFORMANCE_MAX_REQUESTS)')
    .option('--deadline <seconds>', 'stop sending requests after this many seconds (CONFORMANCE_DEADLINE)')
    .option('--bail', 'end at the first violated requirement (CONFORMANCE_BAIL)')
    .option('--quiet', 'print only the verdict (CONFORMANCE_QUIET)')
    .option('--json', 'print events, one JSON object a line (CONFORMANCE_JSON)')
    .addOption(new Option('--dry-run').hideHelp())
    .option('--allure', 'generate allure-report/ with the history of earlier runs (CONFORMANCE_ALLURE)')
    .addHelpText('after', `\n${teardownBoundsText}\n\n${scriptsText}`)
    .action(async ({ dryRun, ...flags }: Readonly<Record<string, string | boolean>>) => {
      if (dryRun === true) throw new ConfigurationError(noDryRun)
      const { run } = await import('./run.ts')
      process.exitCode = await run(flags)
    })
}

const noDryRun =
  'run has no --dry-run; use doctor with the same options: it tests nothing and shows what a run would send, cost and leave untested'

const scriptsText = `Each finding has a script in reproduce/ of the reports directory: sh SCRIPT, with curl, jq and the keys in the same variables. BASE_URL sets
another deployment. It ends with BREACH (exit code 1), KEPT (0) or UNDECIDED (3). CONFORMANCE_WEB_APPLICATION names a program for the steps that
only the web application can do: publishVersion, setPartNumberRule, softDeleteProperty, setAiUsage and so on, with their arguments.`
