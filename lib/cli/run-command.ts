import { Option, type Command } from 'commander'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `run`: test a target, write reports. */
export function addRun(program: Command): void {
  program
    .command('run')
    .description('test a target and write reports; with no base URL, the embedded reference')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment: origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'what the target declares of itself, JSON (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'an ES module that does what the web application does (CONFORMANCE_CONTROLS)')
    .option('--allow-writes', 'let the run make and remove its own data (CONFORMANCE_ALLOW_WRITES)')
    .option('--allow-traces', 'allow retired part numbers and files of deleted items (CONFORMANCE_ALLOW_TRACES)')
    .addOption(
      new Option('--effort <effort>', 'how many generated examples (CONFORMANCE_EFFORT)').choices([
        'quick',
        'standard',
        'thorough',
      ]),
    )
    .option('--seed <n>', 'seed of everything generated (CONFORMANCE_SEED)')
    .option('--only <expression>', 'requirement ids, areas, kinds and needs, with && || ! and () (CONFORMANCE_ONLY)')
    .option(
      '--rerun <report>',
      'what was violated, blocked or untested in this conformance.json, with its seed (CONFORMANCE_RERUN)',
    )
    .option('--shard <i/n>', 'a part of the checks; merge puts the reports of all parts together (CONFORMANCE_SHARD)')
    .option(
      '--against <url>',
      'an older deployment: what differs in its answers to the same requests (CONFORMANCE_AGAINST)',
    )
    .option('--reports <directory>', 'where the reports go (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'violations that are accepted for now, YAML or JSON (CONFORMANCE_DEVIATIONS)')
    .option(
      '--write-deviations <file>',
      'list the violations found there, to be accepted for now; keeps what is listed (CONFORMANCE_WRITE_DEVIATIONS)',
    )
    .option('--documented-only', 'violations of implied requirements warn only (CONFORMANCE_DOCUMENTED_ONLY)')
    .option(
      '--require-complete',
      'exit 3 where a case of something documented is untested (CONFORMANCE_REQUIRE_COMPLETE)',
    )
    .option('--max-rps <n>', 'requests a second at most (CONFORMANCE_MAX_RPS)')
    .option('--concurrency <n>', 'requests in flight at most (CONFORMANCE_CONCURRENCY)')
    .option('--max-requests <n>', 'requests in all at most (CONFORMANCE_MAX_REQUESTS)')
    .option('--deadline <seconds>', 'no request is sent after that many seconds (CONFORMANCE_DEADLINE)')
    .option('--allure', 'make allure-report/ of the results, with the history of the earlier runs (CONFORMANCE_ALLURE)')
    .addHelpText('after', `\n${teardownBoundsText}\n\n${scriptsText}`)
    .action(async (flags: Readonly<Record<string, string | boolean>>) => {
      const { run } = await import('./run.ts')
      process.exitCode = await run(flags)
    })
}

const scriptsText = `Each finding has a script in reproduce/ of the reports directory: sh SCRIPT, with curl, jq, the keys in the same variables, and in BASE_URL
another deployment. It says BREACH (exit code 1), KEPT (0) or UNDECIDED (3). CONFORMANCE_WEB_APPLICATION names the program that does for it what
only the web application can: publishVersion, setPartNumberRule, softDeleteProperty, setAiUsage and so on, with their arguments.`
