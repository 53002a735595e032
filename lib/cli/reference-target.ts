import type { TargetFile } from '../config/target-file.ts'

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
