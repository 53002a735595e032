import type { TargetFile } from '../config/target-file.ts'

/** What is known of a reference that was started here, as far as a target file says such things. */
interface Started {
  readonly maxUploadBytes: number
  readonly fixtures: { readonly workspaceId: string } & NonNullable<TargetFile['fixtures']>
}

/** What a reference declares of itself: its limits, and of its fixtures those that nothing else finds out. */
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
