import { propertyTypes } from '../../contract/patterns.ts'

const types: ReadonlySet<unknown> = new Set(propertyTypes)

/** Whether a value is one of the six property types, spelled as the contract spells them. */
export function isPropertyType(value: unknown): boolean {
  return types.has(value)
}
