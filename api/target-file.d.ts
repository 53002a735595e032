/** A creation body with placeholders such as `{productId}` in its texts. */
export type BodyTemplate = Readonly<Record<string, unknown>>

export type PropertyTypeName = 'numeric' | 'formula' | 'matrix' | 'text' | 'date' | 'status'

/** What a file is in each version, and in the `draft`: its SHA-256 in hexadecimal digits. */
export interface DeclaredFile {
  readonly fileId: string
  readonly sha256: Readonly<Record<string, string>>
}

/** The value that a property, named by its draft id, has in each version, and in the `draft`. */
export interface DeclaredValue {
  readonly propertyId: string
  readonly byVersion: Readonly<Record<string, unknown>>
}

/** Ids of another organization. */
export interface ForeignFixtures {
  readonly workspaceId?: string
  readonly productId?: string
  readonly itemId?: string
  readonly propertyId?: string
  readonly fileId?: string
}

/** What a target declares of itself; its schema, with a description of each key, is `schemas/formats/target.json`. */
export interface TargetFile {
  readonly $schema?: string
  readonly name?: string
  readonly workspaceId?: string
  readonly openapi?: string
  readonly fixtures?: {
    readonly publishedProduct?: {
      readonly productId: string
      readonly versions?: readonly number[]
      readonly baseline?: number
      readonly files?: readonly DeclaredFile[]
      readonly values?: readonly DeclaredValue[]
    }
    readonly foreign?: ForeignFixtures
    readonly properties?: { readonly [Type in PropertyTypeName]?: string }
    readonly softDeletedPropertyId?: string
    readonly generatedDocumentFileId?: string
    readonly partNumberRule?: {
      readonly workspaceId?: string
      readonly pattern: string
      readonly matching?: string
      readonly violating?: string
    }
  }
  readonly dialect?: {
    readonly workspaceParameter?: string
    readonly itemParameter?: string
    readonly formulaField?: string
    readonly itemCreate?: BodyTemplate
    readonly propertyCreate?: { readonly [Type in PropertyTypeName]?: BodyTemplate }
    readonly itemBulk?: unknown
    readonly propertyBulk?: unknown
  }
  readonly aiUsage?: boolean
  readonly limits?: { readonly maxUploadBytes?: number }
}
