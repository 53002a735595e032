import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { output } from '../client/output.ts'
import { compareBehaviour, type Compared } from './compare-behaviour.ts'
import { comparisonDocument } from './comparison-document.ts'
import { documentPage } from '../report/html/document-page.ts'
import { resultMarkdown } from '../report/result-markdown.ts'
import { resultText } from '../report/result-text.ts'
import type { Comparison } from './comparison.ts'
import type { ResultDocument } from '../report/document/result-document.ts'
import { comparisonFiles } from './remove-comparison.ts'
import { readSteps } from '../run/steps/step-log.ts'
import { StepRecorder } from '../run/steps/step-recorder.ts'
import type { Step } from '../run/steps/step.ts'
import { Client } from '../client/client.ts'
import { redact } from '../client/redactor.ts'
import type { Check } from '../run/check.ts'
import { reachTarget } from '../run/reach-target.ts'
import { runByHand } from '../run/run-by-hand.ts'
import { reachOf } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import { newRunId } from '../config/new-run-id.ts'
import type { Against } from '../config/read-against.ts'
import { makeDirectory } from '../config/make-directory.ts'
import type { Interruption } from '../run/interruption.ts'
import { keyOf, type Difference } from './difference.ts'

/** Checks that the older deployment is reachable before anything is sent to the new one. Throws `RunError`. */
export async function reachOlder(configuration: Configuration, { baseUrl, keys }: Against): Promise<void> {
  const reach = reachOf({ ...configuration, baseUrl, keys })
  const client = new Client({ ...reach, mode: 'read-only', onExchange: () => undefined })
  try {
    await reachTarget(client, baseUrl, { url: '--against', key: 'CONFORMANCE_AGAINST_API_KEY, or CONFORMANCE_API_KEY' })
  } finally {
    await client.close()
  }
}

/** A run against the new deployment, with what the older one gets of it. */
export interface JustRun {
  readonly configuration: Configuration
  readonly recordsDirectory: string
  /** Every check that the suites declare. */
  readonly checks: readonly Check[]
}

/**
 * Repeats the run against the older deployment, compares the answers, repeats the checks with differences, and writes the
 * differences that occur again. Returns the text for the terminal.
 */
export async function compareWithOlder(
  { configuration, recordsDirectory, checks: declared }: JustRun,
  against: Against,
  interruption: Interruption,
): Promise<string> {
  const broken = 'interrupted: nothing was compared with the older deployment\n'
  if (interruption.cause !== undefined) return broken
  const news = readSteps(recordsDirectory)
  const titles = new Set(news.map(({ check }) => check))
  const checks = declared.filter(({ title }) => titles.has(title))
  const old = oldOf(configuration, against)
  const stepsOf = (one: Configuration, selected: readonly Check[]): Promise<readonly Step[]> =>
    runOnce(one, selected, interruption)
  output.text(`the same ${checks.length} checks against ${against.baseUrl}\n`)
  const olds = await stepsOf(old, checks)
  const compared = compareBehaviour(olds, news, checks)
  const differences = await confirm(compared, checks, async (repeated) => ({
    olds: await stepsOf(old, repeated),
    news: await stepsOf(configuration, repeated),
  }))
  if (interruption.cause !== undefined) return broken
  const comparison: Comparison = {
    old: { name: old.name, baseUrl: old.baseUrl },
    new: { name: configuration.name, baseUrl: configuration.baseUrl },
    mode: configuration.mode,
    effort: configuration.effort,
    seed: configuration.seed,
    pairs: compared.pairs,
    unconfirmed: compared.differences.length - differences.length,
    differences,
  }
  const document = comparisonDocument(comparison)
  write(configuration.reportsDirectory, comparison, document)
  return redact(resultText(document))
}

function oldOf(configuration: Configuration, { baseUrl, keys, controlsModule, targetFile }: Against): Configuration {
  const { controlsModule: _, ...shared } = configuration
  return {
    ...shared,
    embedded: false,
    baseUrl,
    keys,
    name: targetFile?.name ?? new URL(baseUrl).host,
    targetFile: targetFile ?? configuration.targetFile,
    ...(controlsModule === undefined ? {} : { controlsModule }),
  }
}

async function runOnce(
  configuration: Configuration,
  checks: readonly Check[],
  interruption: Interruption,
): Promise<readonly Step[]> {
  const once = { ...configuration, runId: newRunId() }
  const recorder = new StepRecorder(once.runId)
  const steps: Step[] = []
  const left = await runByHand(once, {
    checks,
    onExchange: (exchange) => {
      const step = recorder.step(exchange)
      if (step) steps.push(step)
    },
    stopBy: (stop) => interruption.stopBy(stop),
  })
  if (left !== undefined) output.warn(left)
  return steps
}

function write(directory: string, comparison: Comparison, document: ResultDocument): void {
  makeDirectory(directory)
  const texts = {
    'against.json': `${JSON.stringify(comparison, undefined, 2)}\n`,
    'against.md': resultMarkdown(document),
    'against.html': documentPage(document),
  }
  for (const file of comparisonFiles) writeFileSync(join(directory, file), redact(texts[file]))
}

/** Runs checks against both deployments once more. */
type RunBoth = (checks: readonly Check[]) => Promise<{ readonly olds: readonly Step[]; readonly news: readonly Step[] }>

/** Checks that are repeated for one difference at most. */
const witnesses = 2

/**
 * Keeps the differences that occur again when their checks are repeated: chance and other users also cause differences, but
 * hardly the same ones twice.
 */
export async function confirm(
  { differences, seenBy }: Compared,
  checks: readonly Check[],
  runBoth: RunBoth,
): Promise<readonly Difference[]> {
  if (differences.length === 0) return []
  const titles = new Set([...seenBy.values()].flatMap((seen) => [...seen].slice(0, witnesses)))
  const repeated = checks.filter(({ title }) => titles.has(title))
  const { olds, news } = await runBoth(repeated)
  const again = compareBehaviour(olds, news, checks).seenBy
  return differences.filter((difference) =>
    again.has(keyOf({ ...difference, endpoint: difference.endpoints[0] ?? '' })),
  )
}
