import { output } from '../client/output.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { diagnosisText } from '../doctor/diagnosis-text.ts'
import { withDescriptionFound } from '../description/with-description.ts'
import { RequestsWatched } from '../doctor/requests-watched.ts'
import { DeadlineError, RateLimitedError } from '../client/unsent-errors.ts'
import { redact } from '../client/redactor.ts'
import { TransportError } from '../client/transport-error.ts'
import { collectChecks } from './collect-checks.ts'
import { refuseForeign } from './reports-directory.ts'
import { reachTarget } from '../run/reach-target.ts'
import { RunError } from '../config/errors.ts'
import { Session } from '../run/session.ts'
import { reachingClient } from './open-run.ts'
import { startEmbedded } from './start-embedded.ts'
import { leftBehindLine, undoRun } from '../run/undo-run.ts'
import type { Configuration } from '../config/configuration.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { loadControls } from '../config/load-controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import { Interruption } from '../run/interruption.ts'
import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'

/** Adds `doctor`: examines a target and plans a run, before the first test. */
export function addDoctor(program: Command): void {
  addConnectionOptions(program.command('doctor'))
    .description('check keys, fixtures and controls without testing, and show what a run would cost and leave untested')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment’s origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'read what the target declares from this JSON file (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'load controls from this ES module (CONFORMANCE_CONTROLS)')
    .option(
      '--openapi <file|url>',
      'use this OpenAPI description of the target; by default, doctor looks for one at the usual places (CONFORMANCE_OPENAPI)',
    )
    .option(
      '--allow-writes',
      'plan a run with writes, and learn creation bodies by creating (CONFORMANCE_ALLOW_WRITES)',
    )
    .option(
      '--allow-traces',
      'plan a run that may leave retired part numbers, and files of deleted items (CONFORMANCE_ALLOW_TRACES)',
    )
    .option('--max-rps <n>', 'send at most this many requests per second')
    .option('--concurrency <n>', 'send at most this many requests at once')
    .option('--reports <directory>', 'keep the ledger of created records in this directory (CONFORMANCE_REPORTS)')
    .option('--json', 'print JSON')
    .action(async (flags: Readonly<Record<string, string | boolean>>) => {
      await doctor(flags)
    })
}

/** The maximum number of requests of one examination: the operators should not notice it. */
const requestsAtMost = 95

/** Examines a target without testing it, and prints the plan of a run. Throws if the target cannot be reached or rejects the key. */
async function doctor(flags: Readonly<Record<string, string | boolean>>): Promise<void> {
  const resolved = resolveConfiguration({ flags, environment: process.env, directory: process.cwd() })
  if (resolved.mode === 'read-write') refuseForeign(resolved.reportsDirectory)
  const embedded = resolved.embedded ? await startEmbedded(resolved) : undefined
  try {
    const configuration = embedded?.configuration ?? resolved
    const diagnosis = await lookAt(configuration)
    if (flags['json'] === true) output.exact(`${redact(JSON.stringify(diagnosis, undefined, 2))}\n`)
    else output.text(redact(diagnosisText(diagnosis, configuration.targetFile)))
  } finally {
    await embedded?.stop()
  }
}

/** The result of examining a target. Throws as `doctor` does. */
export async function lookAt(configuration: Configuration): ReturnType<typeof diagnose> {
  const watched = new RequestsWatched()
  const bounded = {
    ...configuration,
    maxRequests: Math.min(configuration.maxRequests ?? requestsAtMost, requestsAtMost),
  }
  const controls = await loadControls(configuration.controlsModule)
  for (const warning of controls.warnings) output.warn(`warning: ${warning}`)
  const { sent, found } = await lookFirst(bounded, watched).catch((error: unknown) => {
    controls.end()
    throw error
  })
  if (found.problem !== undefined) output.warn(`warning: ${found.problem}`)
  const ledger = Ledger.begin(configuration)
  const session = new Session({
    configuration: { ...found.configuration, maxRequests: bounded.maxRequests - sent },
    controls,
    ledger,
    onExchange: (exchange) => watched.see(exchange),
  })
  const interruption = new Interruption(ledger.path)
  interruption.stopBy(() => void session.close())
  try {
    return await diagnose(session, { watched, checks: await collectChecks(), description: found.description })
  } catch (error) {
    if (error instanceof TransportError || error instanceof DeadlineError || error instanceof RateLimitedError)
      throw new RunError(`doctor stopped examining ${configuration.baseUrl}: ${error.message}`, { cause: error })
    throw error
  } finally {
    controls.end()
    await session.close()
    const { left } = await undoRun(configuration, { ledger, pace: session.client })
    const line = leftBehindLine(left, ledger)
    if (line !== undefined) output.warn(line)
    interruption.forget()
  }
}

/** Whether the target answers at all, and then the description that it publishes, which is not part of its interface. */
async function lookFirst(
  configuration: Configuration,
  watched: RequestsWatched,
): Promise<{ readonly sent: number; readonly found: Awaited<ReturnType<typeof withDescriptionFound>> }> {
  const client = reachingClient(configuration, {
    startedAt: new Date(),
    onExchange: (exchange) => watched.see(exchange),
  })
  try {
    await reachTarget(client, configuration.baseUrl)
    return { sent: client.sent, found: await withDescriptionFound(configuration) }
  } finally {
    await client.close()
  }
}
