import type { PassiveCheck } from '../../checks/passive-check.ts'
import type { JsonObject } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'
import { asText } from '../../contract/show.ts'

/** The kinds of values in the contract; a matrix may have the type `numeric`. */
const kinds: ReadonlySet<unknown> = new Set(['numeric', 'matrix', 'text', 'date', 'status'])

/** Open points of properties: the type of a matrix, unset values, a unit without text. */
export const propertyObservations: PassiveCheck = {
  title: 'what the contract leaves open about property values is observed',
  requirements: ['PROP-37'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'property')
    if (!subject) return
    for (const type of distinct(subject.records.filter(isUnfilled)))
      report.observed('PROP-37', `value of a ${type} property`, 'may be unset')
    for (const type of distinct(subject.records.filter(isMatrix))) report.observed('PROP-11', 'type of a matrix', type)
    if (subject.records.some((property) => isNumeric(property) && property['display_unit'] === ''))
      report.observed('PROP-12', 'display_unit without text', 'shown as an empty string')
  },
}

function distinct(properties: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(properties.map(({ type }) => asText(type)))
}

function isUnfilled({ type, value }: JsonObject): boolean {
  return kinds.has(type) && (value === undefined || value === null)
}

function isMatrix({ type, value }: JsonObject): boolean {
  return type === 'matrix' || (type === 'numeric' && typeof value === 'string' && value.trimStart().startsWith('['))
}

function isNumeric({ type }: JsonObject): boolean {
  return type === 'numeric' || type === 'matrix'
}
