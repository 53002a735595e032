import { relative } from 'node:path'
import { concurrencyByDefault, type Configuration } from './configuration.ts'
import { runCommand } from './run-command.ts'

/** The command line that repeats a run. Keys come from the environment, so it never holds one. */
export function replayCommand(configuration: Configuration): string {
  return `${runCommand()} ${options(configuration)
    .map((word) => quoted(word))
    .join(' ')}`
}

function options(configuration: Configuration): readonly string[] {
  const { embedded, mode, allowTraces, effort, concurrency, shard } = configuration
  return [
    ...(embedded ? [] : ['--base-url', configuration.baseUrl]),
    ...path('--target', configuration.targetPath),
    // Beside the embedded reference the module is its own, unless told otherwise, and comes by itself.
    ...(embedded ? [] : path('--controls', configuration.controlsModule)),
    ...switched('--allow-writes', !embedded && mode === 'read-write'),
    ...switched('--allow-traces', !embedded && allowTraces),
    ...valued('--effort', effort === 'standard' ? undefined : effort),
    ...valued('--only', configuration.only),
    ...valued('--seed', configuration.seed),
    ...path('--deviations', configuration.deviations),
    ...switched('--documented-only', configuration.documentedOnly),
    ...switched('--require-complete', configuration.requireComplete),
    ...valued('--max-rps', configuration.maxRequestsPerSecond),
    ...valued('--concurrency', concurrency === concurrencyByDefault ? undefined : concurrency),
    ...valued('--max-requests', configuration.maxRequests),
    ...valued('--deadline', configuration.deadlineSeconds),
    ...valued('--against', configuration.against?.baseUrl),
    ...valued('--shard', shard && `${shard.index}/${shard.count}`),
  ]
}

function switched(option: string, on: boolean): readonly string[] {
  return on ? [option] : []
}

function valued(option: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [option, `${value}`]
}

/** A path as seen from where the run was started: reports are handed on, and say nothing of the machine. */
function path(option: string, absolute: string | undefined): readonly string[] {
  return absolute === undefined ? [] : [option, relative(process.cwd(), absolute)]
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
