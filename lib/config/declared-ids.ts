import type { TargetFile } from './target-file.ts'

/** The ids of everything that a target file declares to be there, workspaces aside: runs read it and never change it. */
export function declaredIds({ fixtures = {} }: TargetFile): readonly string[] {
  const { publishedProduct, foreign, properties, softDeletedPropertyId, generatedDocumentFileId } = fixtures
  const { workspaceId: _, ...ofOthers } = foreign ?? {}
  const ids: ReadonlyArray<string | undefined> = [
    publishedProduct?.productId,
    ...(publishedProduct?.files ?? []).map(({ fileId }) => fileId),
    ...(publishedProduct?.values ?? []).map(({ propertyId }) => propertyId),
    ...Object.values(ofOthers),
    ...Object.values(properties ?? {}),
    softDeletedPropertyId,
    generatedDocumentFileId,
  ]
  return ids.filter((id) => id !== undefined)
}
