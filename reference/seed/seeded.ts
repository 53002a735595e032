import type { PropertyType } from '../service/properties/property-type.ts'
import type { Organization } from './organization.ts'

/** Ids of what a seed has made, for target files: the fields are those of a target file's fixtures. */
export interface Fixtures {
  readonly workspaceId: string
  readonly publishedProduct?: {
    readonly productId: string
    readonly versions: readonly number[]
    readonly baseline: number
    readonly files?: ReadonlyArray<{ readonly fileId: string; readonly sha256: Readonly<Record<string, string>> }>
    readonly values?: ReadonlyArray<{
      readonly propertyId: string
      readonly byVersion: Readonly<Record<string, unknown>>
    }>
  }
  readonly partNumberRule?: {
    readonly workspaceId: string
    readonly pattern: string
    readonly matching: string
    readonly violating: string
  }
  readonly properties?: Readonly<Record<PropertyType, string>>
  readonly softDeletedPropertyId?: string
  readonly generatedDocumentFileId?: string
  readonly foreign?: {
    readonly workspaceId: string
    readonly productId: string
    readonly itemId: string
    readonly propertyId: string
    readonly fileId: string
  }
}

/** What is known of the seeded store; kept in the store, so that a reopened file still has it. */
export interface Seeded {
  readonly own: Organization
  readonly other: Organization
  readonly fixtures: Fixtures
}
