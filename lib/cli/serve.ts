import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { output } from '../client/output.ts'
import { RunError, ConfigurationError } from '../config/errors.ts'
import { nearestWord } from '../config/nearest-word.ts'
import { runCommand } from '../config/run-command.ts'
import { referenceTarget } from './start-embedded.ts'
import { keyEnvironment } from '../client/key-variables.ts'
import { InvalidArgumentError, type Command } from 'commander'

/** Adds `serve`: the reference server with demonstration data. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the reference implementation with demonstration data until it is stopped')
    .allowExcessArguments(false)
    .option('--port <n>', 'serve the interface at this port; 0 picks a free one', port, 0)
    .option('--control-port <n>', 'serve the control plane at this port; 0 picks a free one', port, 0)
    .option('--data <file>', 'keep the data in this file instead of in memory')
    .option('--fault <id...>', 'switch on deliberate breaches of the contract (list faults)')
    .option('--variant <id...>', 'switch on conforming variants (list variants)')
    .action(async (options: ServeOptions) => {
      await serve(options)
    })
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('a port is a number from 0 to 65535.')
}

interface ServeOptions {
  readonly port: number
  readonly controlPort: number
  readonly data?: string
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
}

/** Serves the reference until SIGINT or SIGTERM, and prints its address and keys. */
async function serve(options: ServeOptions): Promise<void> {
  await checkSwitches(options)
  const { startChangedReference } = await import('../../proof/start-changed-reference.ts')
  const reference = await startChangedReference({
    port: options.port,
    controlPort: options.controlPort,
    seed: 'demonstration',
    faults: options.fault ?? [],
    variants: options.variant ?? [],
    ...(options.data === undefined ? {} : { data: options.data }),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    const isOfStore = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    throw new RunError(isOfStore ? `--data ${options.data ?? ''} cannot be used: ${why}` : why, { cause: error })
  })
  // Whoever reads the last line may stop it at once.
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const directory = mkdtempSync(join(tmpdir(), 'product-data-conformance-'))
  const target = join(directory, 'target.json')
  writeFileSync(target, `${JSON.stringify(referenceTarget(reference), undefined, 2)}\n`)
  output.text(
    [
      `The reference serves ${reference.baseUrl}`,
      `its control plane is ${reference.controlUrl}`,
      '',
      'To test it, in another terminal:',
      ...Object.entries(keyEnvironment(reference.keys)).map(([name, key]) => `  export ${name}=${key}`),
      `  export PRODUCT_DATA_CONTROL_URL=${reference.controlUrl}`,
      `  ${runCommand()} --base-url ${reference.baseUrl} --allow-writes --allow-traces --target ${target} --controls ${controlsModule}`,
      '',
      'Stop it with Ctrl-C.',
      '',
    ].join('\n'),
  )
  await stopped
  await reference.close()
  rmSync(directory, { recursive: true, force: true })
}

const controlsModule = fileURLToPath(new URL('../../reference/controls-module.ts', import.meta.url))

async function checkSwitches({ fault = [], variant = [] }: ServeOptions): Promise<void> {
  const { faults } = await import('../../proof/faults/catalogue.ts')
  const { variants } = await import('../../proof/variants/catalogue.ts')
  for (const id of fault) checkSwitch(id, { kind: 'fault', known: Object.keys(faults) })
  for (const id of variant) checkSwitch(id, { kind: 'variant', known: Object.keys(variants) })
}

function checkSwitch(id: string, { kind, known }: { readonly kind: string; readonly known: readonly string[] }): void {
  if (known.includes(id)) return
  const meant = nearestWord(id, known)
  const hint = meant === undefined ? `see list ${kind}s` : `did you mean ${meant}?`
  throw new ConfigurationError(`unknown ${kind} ${id}; ${hint}`)
}
