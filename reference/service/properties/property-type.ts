/** Every type of property, as requests and responses spell it. */
export const propertyTypes = ['numeric', 'formula', 'matrix', 'text', 'date', 'status'] as const

/** One of the six types. */
export type PropertyType = (typeof propertyTypes)[number]
