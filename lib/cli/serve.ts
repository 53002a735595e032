import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { RunError } from '../run/run-error.ts'
import { runCommand } from '../config/run-command.ts'

export interface ServeOptions {
  readonly port: number
  readonly controlPort: number
  readonly data?: string
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
}

/** Serves the reference until SIGINT or SIGTERM, and prints where it is and its keys. */
export async function serve(options: ServeOptions): Promise<void> {
  // oxlint-disable-next-line no-restricted-imports -- serving the reference is the one thing that the CLI does with it
  const { startReference } = await import('../../reference/start-reference.ts')
  const reference = await startReference({
    port: options.port,
    controlPort: options.controlPort,
    seed: 'demonstration',
    faults: options.fault ?? [],
    variants: options.variant ?? [],
    ...(options.data === undefined ? {} : { data: options.data }),
  }).catch((error: unknown) => {
    throw new RunError(error instanceof Error ? error.message : String(error), { cause: error })
  })
  const { keys } = reference
  process.stdout.write(
    [
      `The reference serves ${reference.baseUrl}`,
      `its control plane is ${reference.controlUrl}`,
      '',
      'To test it, in another terminal:',
      `  export CONFORMANCE_API_KEY=${keys.key}`,
      `  export CONFORMANCE_SAME_ORG_API_KEY=${keys.sameOrganizationKey}`,
      `  export CONFORMANCE_OTHER_ORG_API_KEY=${keys.otherOrganizationKey}`,
      `  export CONFORMANCE_REVOKED_API_KEY=${keys.revokedKey}`,
      `  export PRODUCT_DATA_CONTROL_URL=${reference.controlUrl}`,
      `  ${runCommand} --base-url ${reference.baseUrl} --allow-writes --allow-traces --controls ${controlsModule}`,
      '',
      'Stop it with Ctrl-C.',
      '',
    ].join('\n'),
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await reference.close()
}

const controlsModule = fileURLToPath(new URL('../../reference/controls-module.ts', import.meta.url))
