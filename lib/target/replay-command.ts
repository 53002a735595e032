import type { Configuration } from './configuration.ts'

/** The command line that repeats a run. Keys come from the environment, so it never holds one. */
export function replayCommand(configuration: Configuration): string {
  const { embedded, baseUrl, mode, allowTraces, effort, seed, only, targetPath, controlsModule } = configuration
  const options = [
    ...(embedded ? [] : ['--base-url', baseUrl]),
    ...(targetPath === undefined ? [] : ['--target', targetPath]),
    ...(embedded || controlsModule === undefined ? [] : ['--controls', controlsModule]),
    ...(!embedded && mode === 'read-write' ? ['--allow-writes'] : []),
    ...(!embedded && allowTraces ? ['--allow-traces'] : []),
    ...(effort === 'standard' ? [] : ['--effort', effort]),
    ...(only === undefined ? [] : ['--only', only]),
    '--seed',
    `${seed}`,
  ]
  return `npm run conformance -- ${options.map((word) => quoted(word)).join(' ')}`
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
