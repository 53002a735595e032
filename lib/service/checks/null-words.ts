import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { unwrapRecord } from '../interface/unwrap-record.ts'
import type { PassiveCheck } from '../../checks/passive-check.ts'
import { endpointOf } from '../../checks/passive/endpoint-of.ts'
import { wrongValue } from '../../checks/passive/judge-shape.ts'

/**
 * The rule that a write breaks if it stores a word for null: a text is not a null, whether null is rejected, ignored or clears
 * the field.
 */
const brokenBy: ReadonlyMap<EndpointId, RequirementId> = new Map<EndpointId, RequirementId>([
  ['createProduct', 'ERR-14'],
  ['updateProduct', 'ERR-14'],
  ['updateFile', 'ERR-14'],
  ['createItem', 'ITEM-04'],
  ['updateItem', 'ITEM-06'],
  ['createProperty', 'PROP-31'],
  ['updateProperty', 'PROP-33'],
])

/** How languages write that there is nothing. */
const nothing = /^(?:null|none|nil|undefined)$/i

export const nullWords: PassiveCheck = {
  title: 'null in a body is not stored as text',
  requirements: [...new Set(brokenBy.values())],
  judge: (exchange, report) => {
    const endpoint = endpointOf(exchange)
    const requirement = endpoint === undefined ? undefined : brokenBy.get(endpoint)
    if (requirement === undefined || exchange.status >= 300) return
    const record = unwrapRecord(endpoint, exchange.json)
    if (!isRecord(record)) return
    for (const field of nullsIn(exchange)) {
      const shown = record[field]
      report.evaluated(requirement)
      if (typeof shown === 'string' && nothing.test(shown))
        report.violated(requirement, {
          claim: `null for ${field} is not stored as text`,
          fingerprint: `${endpoint}: null for ${field} is stored as text`,
          expected: 'a rejection, no value, or the earlier value',
          ...wrongValue(record, { of: 'record', field }),
          criterion: { kind: 'each', field, lawful: { except: [shown] }, mayBeMissing: true },
          hint: 'null as text: null seems to be converted to a string before it is validated',
        })
    }
  },
}

/** The fields of a JSON body that are null. */
function nullsIn({ request }: Exchange): readonly string[] {
  const text = request.body?.text ?? ''
  if (!text.includes('null')) return []
  try {
    const sent: unknown = JSON.parse(text)
    return isRecord(sent) ? Object.keys(sent).filter((field) => sent[field] === null) : []
  } catch {
    return []
  }
}
