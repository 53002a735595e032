const propertyTypes: ReadonlySet<unknown> = new Set(['numeric', 'formula', 'matrix', 'text', 'date', 'status'])

/** Whether a value is one of the six property types, spelled as the contract spells them. */
export function isPropertyType(value: unknown): boolean {
  return propertyTypes.has(value)
}
