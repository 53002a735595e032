import type { VersionModel } from '#suite'

/** An item of a product with published versions. */
export interface VersionHistory {
  readonly productId: string
  readonly draftItemId: string
  readonly versions: readonly number[]
  /**
   * Ids of its properties in the draft, lower case, those deleted since among them, each with how it was shown; known if this run
   * created them.
   */
  readonly draftIds: ReadonlyMap<string, string>
  /** What the versions and the draft hold; known if this run created them. */
  readonly model?: VersionModel
  /** The ids that the item was seen to have in a version while that was the latest. */
  readonly itemIds?: ReadonlyMap<number, string>
  /** The label of a property that was deleted from the draft after a version had it. */
  readonly deletedLater?: string
}
