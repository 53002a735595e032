import { fileURLToPath } from 'node:url'
import type { Configuration } from '../config/configuration.ts'
import type { TargetFile } from '../config/target-file.ts'

/** The embedded reference as a target: its address, and how to stop it. */
export interface Embedded {
  readonly configuration: Configuration
  stop(): Promise<void>
}

/** Starts the embedded reference and adds its address, keys and controls to the configuration. */
export async function startEmbedded(configuration: Configuration): Promise<Embedded> {
  const { startReference } = await import('../../reference/start-reference.ts')
  const reference = await startReference({ seed: 'crowded' })
  // The controls module reads its address from the environment, as with `serve`.
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

/** Given values override the reference's own declarations, except its limits. */
function declaredBeside({ limits, fixtures }: TargetFile, given: TargetFile): TargetFile {
  return { ...given, fixtures: { ...fixtures, ...given.fixtures }, ...(limits === undefined ? {} : { limits }) }
}

/** What is known of a reference that was started here, as far as a target file can declare it. */
interface Started {
  readonly maxUploadBytes: number
  readonly fixtures: { readonly workspaceId: string } & NonNullable<TargetFile['fixtures']>
}

/** The declarations of a reference: its limits, and the fixtures that cannot be found in another way. */
export function referenceTarget({ maxUploadBytes, fixtures }: Started): TargetFile {
  const { publishedProduct, partNumberRule } = fixtures
  return {
    limits: { maxUploadBytes },
    fixtures: {
      ...(publishedProduct?.values === undefined ? {} : { publishedProduct }),
      ...(partNumberRule === undefined ? {} : { partNumberRule }),
    },
  }
}
