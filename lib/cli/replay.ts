import { resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { output } from '../client/output.ts'
import { redact } from '../client/redactor.ts'
import { ConfigurationError } from '../config/errors.ts'
import { loadControls } from '../config/load-controls.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { settingsFrom, type ConfigurationSources } from '../config/settings.ts'
import type { Configuration } from '../config/configuration.ts'
import { withChecks, type SoughtFinding, findingsToReplay } from '../replay/findings-to-replay.ts'
import { Ledger } from '../ledger/ledger.ts'
import { replayFindings, type Replay } from '../replay/replay-findings.ts'
import { replaySources } from '../replay/replay-sources.ts'
import { checkLine, claimLine, exchangeLines, replayEnd } from '../replay/replay-text.ts'
import { readReport } from '../report/read-report.ts'
import { Interruption } from '../run/interruption.ts'
import { collectChecks } from './collect-checks.ts'
import { reach } from './reach.ts'
import { refuseForeign } from './reports-directory.ts'
import { startEmbedded } from './start-embedded.ts'
import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `replay`: runs the checks behind a finding again. */
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
      process.exitCode = await replay(words, { flags, environment: process.env, directory: process.cwd() })
    })
}

const exitCodes = `The last line is BREACH (exit code 1): the finding occurred again; KEPT (0): its claim was evaluated and holds; or UNDECIDED (3)
with the reason. Of several findings the worst decides: BREACH, then UNDECIDED. 2: the replay failed.
Seed, effort and counterexample are those of the report. Its target file, controls and permissions are used for its own target only.`

/** Repeats the checks behind the named findings, and prints each request, answer and claim; returns the exit code. */
async function replay(words: readonly string[], sources: ConfigurationSources): Promise<0 | 1 | 3> {
  const [word = '', named, ...rest] = words.toReversed()
  if (rest.length > 0)
    throw new ConfigurationError(
      `replay accepts a report and one requirement or signature, not ${words.length} arguments`,
    )
  const directory = settingsFrom(sources).path('reports') ?? resolve(sources.directory, 'reports')
  const path = named === undefined ? directory : resolve(sources.directory, named)
  const report = readReport(path)
  const found = findingsToReplay(word, { report, path, version: packageFile.version })
  const sought = withChecks(found, await collectChecks())
  const resolved = resolveConfiguration(replaySources({ report, path, isNamed: named !== undefined }, sources))
  if (resolved.mode === 'read-write') refuseForeign(resolved.reportsDirectory)
  const embedded = resolved.embedded ? await startEmbedded(resolved) : undefined
  try {
    const ended = await repeat(sought, embedded?.configuration ?? resolved)
    output.warnings(ended.left.map((line) => redact(line)))
    const { lines, code } = replayEnd(ended)
    say('', ...ended.notes, ...lines)
    return code
  } finally {
    await embedded?.stop()
  }
}

async function repeat(sought: readonly SoughtFinding[], configuration: Configuration): Promise<Replay> {
  const { baseUrl } = configuration
  const controls = await loadControls(configuration.controlsModule)
  for (const warning of controls.warnings) output.warn(redact(`warning: ${warning}`))
  const ids = new Set(sought.map(({ finding }) => finding.requirement))
  const interruption = new Interruption(Ledger.begin(configuration).path)
  try {
    await reach(configuration)
    say(
      `replaying ${sought.length === 1 ? 'a finding' : `${sought.length} findings`} of ${[...ids].join(', ')} on ${baseUrl}`,
    )
    return await replayFindings(sought, {
      configuration,
      controls,
      onCheck: (check, isCounterexample) => say('', checkLine(check, isCounterexample)),
      onExchange: (exchange) => say(...exchangeLines(exchange, baseUrl, ids)),
      onClaim: (claim) => say(claimLine(claim)),
      stopBy: (stop) => interruption.stopBy(stop),
    })
  } finally {
    interruption.forget()
  }
}

function say(...lines: readonly string[]): void {
  output.lines(lines.map((line) => redact(line)))
}
