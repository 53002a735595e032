/** A UUID in any letter case and of any version: "What the service does", identifiers. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Products, `readable_id`. */
export const readableIdPattern = /^[a-z0-9_]+$/

/** Authentication 3. */
export const keyPrefix = 'svc_api_'

/** Limits, page size and offset. */
export const pageLimits = { smallest: 1, largest: 200, byDefault: 50, firstOffset: 0 } as const

/** Property, `type`. */
export const propertyTypes = ['numeric', 'formula', 'matrix', 'text', 'date', 'status'] as const

export type PropertyType = (typeof propertyTypes)[number]

/** Value rules 6. */
export const statusValues = ['Draft', 'Under Review', 'Done'] as const
