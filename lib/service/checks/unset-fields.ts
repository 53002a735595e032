import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck } from '../../checks/passive-check.ts'
import { endpointOf } from '../../checks/passive/endpoint-of.ts'
import { wrongValue, type JsonObject } from '../../checks/passive/judge-shape.ts'
import { subjectOf } from '../../checks/passive/reading.ts'

const optionalTexts = ['description', 'part_number'] as const
type OptionalText = (typeof optionalTexts)[number]

/** Whether an optional text of a product is unset: absent, as the contract requires, or in another form. */
function isUnsetText(product: JsonObject, field: OptionalText, emptyIsUnset: boolean): boolean {
  const value = product[field]
  return value === undefined || value === null || (value === '' && emptyIsUnset)
}

/**
 * Whether the request of an answer leaves the field without a value: a creation without it, or an update that removes a number.
 * An update may ignore a null description, and keep an empty text.
 */
function leavesUnset({ request }: Exchange, endpoint: EndpointId | undefined, field: OptionalText): boolean {
  if ((endpoint !== 'createProduct' && endpoint !== 'updateProduct') || !request.body) return false
  try {
    const sent: unknown = JSON.parse(request.body.text)
    if (!isRecord(sent)) return false
    if (endpoint === 'updateProduct') return field === 'part_number' && sent[field] === null
    return sent[field] === null || sent[field] === undefined
  } catch {
    return false
  }
}

/**
 * Whether an empty text can only mean unset. Usually somebody may have stored it, which the contract leaves open; but not
 * directly after the field was left unset, or if two products show the same empty part number.
 */
function isEmptyUnset(exchange: Exchange, field: OptionalText, products: readonly JsonObject[]): boolean {
  const empty = products.filter((product) => product[field] === '').length
  if (empty === 0) return false
  return (field === 'part_number' && empty > 1) || leavesUnset(exchange, endpointOf(exchange), field)
}

export const unsetFields: PassiveCheck = {
  title: 'an unset optional field of a product is left out',
  requirements: ['PROD-05', 'PROD-62'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'product')
    if (!subject) return
    for (const field of optionalTexts) {
      const emptyIsUnset = isEmptyUnset(exchange, field, subject.records)
      const unset = subject.records.filter((product) => isUnsetText(product, field, emptyIsUnset))
      report.evaluated('PROD-05', unset.length)
      const broken = unset.find((product) => product[field] !== undefined)
      if (broken)
        report.violated('PROD-05', {
          claim: `product.${field} is absent if it is unset`,
          fingerprint: `product.${field} is present although it is unset`,
          expected: `no ${field} where none is set`,
          ...wrongValue(broken, { of: 'product', field }),
          criterion: { kind: 'type', in: broken, field, lawful: ['nothing'], unlawful: [] },
          hint: 'unset fields: the serializer seems to write null instead of leaving them out',
        })
      else if (subject.records.some((product) => product[field] === ''))
        report.observed('PROD-62', `empty ${field}`, 'shown as an empty string')
    }
  },
}
