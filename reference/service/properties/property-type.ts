/** Every type of property, as requests and responses spell it. */
export const propertyTypes = ['numeric', 'formula', 'matrix', 'text', 'date', 'status'] as const

/** One of the six types. */
export type PropertyType = (typeof propertyTypes)[number]

/** Whether a text names a type, in whatever letter case. */
export function isPropertyType(text: string): boolean {
  return propertyTypes.some((type) => type === text.toLowerCase())
}
