import { Command, CommanderError } from 'commander'
import { output } from '../client/output.ts'
import manifest from '../../package.json' with { type: 'json' }
import { unknownVariables } from '../config/unknown-variables.ts'

const program = new Command('product-data-conformance')
  .description('Tests whether a deployment of the Product Data Service conforms to the contract.')
  .version(manifest.version, '-V, --version', 'the version of the suite')
  .showHelpAfterError('(see --help)')
  .exitOverride()

/** The functions that add the commands, in the order of the help. A command's module is loaded only when it is called. */
const commands: ReadonlyMap<string, () => Promise<(program: Command) => void>> = new Map([
  ['run', async () => (await import('./run.ts')).addRun],
  ['replay', async () => (await import('./replay.ts')).addReplay],
  ['merge', async () => (await import('./merge.ts')).addMerge],
  ['compare', async () => (await import('./compare.ts')).addCompare],
  ['history', async () => (await import('./history.ts')).addHistory],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['init', async () => (await import('./init.ts')).addInit],
  ['cleanup', async () => (await import('./cleanup.ts')).addCleanup],
  ['serve', async () => (await import('./serve.ts')).addServe],
  ['list', async () => (await import('./list.ts')).addList],
  ['explain', async () => (await import('./explain.ts')).addExplain],
  ['openapi', async () => (await import('./openapi.ts')).addOpenapi],
])
const called = commands.get(process.argv[2] ?? '')
for (const load of called ? [called] : commands.values()) (await load())(program)

goOnWhereNobodyReads()
program.hook('preAction', (_, command) => warnOfUnknownVariables(command.name()))

try {
  await program.parseAsync()
} catch (error) {
  // Commander has already printed what was wrong with the arguments; asking for help is not an error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else process.exitCode = (await import('./failure.ts')).failure(error)
}

/** A misspelt setting would be ignored silently: the run would not be the requested one. */
function warnOfUnknownVariables(command: string): void {
  if (!['run', 'replay', 'doctor', 'init', 'cleanup', 'merge'].includes(command)) return
  for (const line of unknownVariables({ environment: process.env, directory: process.cwd() }))
    output.warn(`warning: ${line}`)
}

/**
 * If nobody reads the output any more (`run | head`), the work continues. Output that cannot be written for another reason is
 * lost; a run still has its reports.
 */
function goOnWhereNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || process.argv[2] === 'run') return
      output.warn(`error: the output is not complete: ${message}`)
      process.exitCode = 2
    })
}
