import type { SQLInputValue } from 'node:sqlite'

/** What a list of properties is selected from, before the filter by type. */
export interface PropertySelection {
  readonly select: string
  readonly table: 'properties' | 'version_properties'
  readonly conditions: readonly { readonly sql: string; readonly value?: SQLInputValue }[]
}
