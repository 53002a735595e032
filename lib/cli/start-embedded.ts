import { fileURLToPath } from 'node:url'
import type { Configuration } from '../config/configuration.ts'
import type { TargetFile } from '../config/target-file.ts'
import { referenceTarget } from './reference-target.ts'

/** The embedded reference as a target: where it listens, and how it is stopped. */
export interface Embedded {
  readonly configuration: Configuration
  stop(): Promise<void>
}

/** Starts the embedded reference and completes the configuration with its address, keys and controls. */
export async function startEmbedded(configuration: Configuration): Promise<Embedded> {
  const { startReference } = await import('../../reference/start-reference.ts')
  const reference = await startReference({ seed: 'crowded' })
  // The controls module reads its address from the environment, as it does beside a `serve` of one's own.
  process.env['PRODUCT_DATA_CONTROL_URL'] = reference.controlUrl
  return {
    configuration: {
      ...configuration,
      baseUrl: reference.baseUrl,
      keys: reference.keys,
      controlsModule:
        configuration.controlsModule ?? fileURLToPath(new URL('../../reference/controls-module.ts', import.meta.url)),
      targetFile: declaredBeside(referenceTarget(reference), configuration.targetFile),
    },
    stop: () => reference.close(),
  }
}

/** What is given goes before what the reference says of itself, but for its limits. */
function declaredBeside({ limits, fixtures }: TargetFile, given: TargetFile): TargetFile {
  return { ...given, fixtures: { ...fixtures, ...given.fixtures }, ...(limits === undefined ? {} : { limits }) }
}
