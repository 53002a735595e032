import { Command, CommanderError } from 'commander'
import { output } from '../client/output.ts'
import { addCleanup } from './cleanup-command.ts'
import { addCompare } from './compare-command.ts'
import manifest from '../../package.json' with { type: 'json' }
import { addDoctor } from './doctor-command.ts'
import { addExplain } from './explain-command.ts'
import { addHistory } from './history-command.ts'
import { addInit } from './init-command.ts'
import { addList } from './list-command.ts'
import { addMerge } from './merge-command.ts'
import { addOpenapi } from './openapi-command.ts'
import { addReplay } from './replay-command.ts'
import { addRun } from './run-command.ts'
import { addServe } from './serve-command.ts'
import { unknownVariables } from '../config/unknown-variables.ts'

const program = new Command('product-data-conformance')
  .description('Tests whether a deployment of the Product Data Service conforms to the contract.')
  .version(manifest.version, '-V, --version', 'the version of the suite')
  .showHelpAfterError('(see --help)')
  .exitOverride()

addRun(program)
addReplay(program)
addMerge(program)
addCompare(program)
addHistory(program)
addDoctor(program)
addInit(program)
addCleanup(program)
addServe(program)
addList(program)
addExplain(program)
addOpenapi(program)

goOnWhereNobodyReads()
program.hook('preAction', (_, command) => warnOfUnknownVariables(command.name()))

try {
  await program.parseAsync()
} catch (error) {
  // Commander has said already what was wrong with the words of the call; asking for help is no fault.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else process.exitCode = (await import('./failure.ts')).failure(error)
}

/** A misspelt setting would be ignored without a word: a run that seems to be the one that was asked for is another. */
function warnOfUnknownVariables(command: string): void {
  if (!['run', 'replay', 'doctor', 'init', 'cleanup', 'merge'].includes(command)) return
  for (const line of unknownVariables({ environment: process.env, directory: process.cwd() }))
    output.warn(`warning: ${line}`)
}

/**
 * Where nobody reads any more (`run | head`), the work goes on to its end. What cannot be written for another reason is lost:
 * to a run, which has its reports, that is no matter.
 */
function goOnWhereNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || process.argv[2] === 'run') return
      output.warn(`error: the output is not complete: ${message}`)
      process.exitCode = 2
    })
}
