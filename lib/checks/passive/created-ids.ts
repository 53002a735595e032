import type { EndpointId } from '../../service/interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'

// An upload of an existing file may lawfully return that file.
const creations: ReadonlySet<EndpointId> = new Set<EndpointId>(['createProduct', 'createItem', 'createProperty'])
/** The number of remembered ids, for constant memory: no run creates more. */
const idsKept = 20_000

/** The check that every creation returns a new id, whatever was deleted before; it remembers the ids of the run. */
export function createCreatedIdsCheck(): PassiveCheck {
  const ids = new Set<string>()
  return {
    title: 'a creation returns an id that nothing had before',
    requirements: ['GEN-05'],
    judge: (exchange, report) => {
      const endpoint = endpointOf(exchange)
      if (exchange.status !== 201 || !endpoint || !creations.has(endpoint) || !isRecord(exchange.json)) return
      const { id } = exchange.json
      if (typeof id !== 'string' || id === '') return
      report.evaluated('GEN-05')
      if (ids.has(id.toLowerCase()))
        report.violated('GEN-05', {
          claim: 'a creation returns an id that nothing had before',
          fingerprint: 'a creation returned an id that something had before',
          expected: 'a new id',
          received: `${JSON.stringify(id)}, which an earlier creation returned`,
          hint: 'ids not unique: they seem to be derived from values, or the numbers of deleted records seem to be reused',
        })
      if (ids.size < idsKept) ids.add(id.toLowerCase())
    },
  }
}
