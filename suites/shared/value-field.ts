import { UntestedError, isRecord, roleOf, type Fields, type PropertyType, asText } from '#suite'

const documented = { unit: 'display_unit', category: 'category' } as const

/** The field of a creation body that holds the value; its name is the target's own. Without one at the top nothing can be varied. */
export function valueField(type: PropertyType, body: Fields): string {
  const field = 'value' in body ? 'value' : Object.keys(body).find((name) => roleOf([name]) === 'value')
  if (field !== undefined && !isRecord(body[field])) return field
  throw new UntestedError({
    reason: 'capability-absent',
    remedy: `declare dialect.propertyCreate.${type} with a plain field for the value: the body that creates a ${type} property had none`,
  })
}

/** The field of a creation body that holds the expression of a formula; a declared one need not refer to a property. */
export function expressionField(body: Fields): string {
  const fields = Object.keys(body).filter((name) => typeof body[name] === 'string')
  const field =
    fields.find((name) => asText(body[name]).includes('@{')) ?? fields.find((name) => roleOf([name]) === 'expression')
  if (field !== undefined) return field
  throw new UntestedError({
    reason: 'capability-absent',
    remedy:
      'declare dialect.propertyCreate.formula with a plain field for an expression that refers to a property ("@{{sourceId}} * 2"): the body that creates a formula had none',
  })
}

/** A unit or a category under each name that a creation body has for it: an update reads the same one. Without any, the documented name. */
export function measureFields(role: keyof typeof documented, value: unknown, body: Fields): Fields {
  const learned = Object.keys(body).filter((name) => roleOf([name]) === role)
  const names = learned.length > 0 ? learned : [documented[role]]
  return Object.fromEntries(names.map((name) => [name, value]))
}
