import type { SQLInputValue } from 'node:sqlite'

/** One condition of a selection, with the value of its placeholder if it has one. */
export interface PropertyCondition {
  readonly sql: string
  readonly value?: SQLInputValue
}

/** What a list of properties is selected from. */
export interface PropertySelection {
  readonly select: string
  readonly table: 'properties' | 'version_properties'
  readonly conditions: readonly PropertyCondition[]
}
