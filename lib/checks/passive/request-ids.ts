import type { Exchange } from '../../client/exchange.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { areHeadersDue } from './shared-headers.ts'

const name = 'x-request-id'
/** The ids that every service passes on unchanged; it may replace any other one by its own. */
const plainId = /^[\w-]{1,64}$/
/** The number of remembered ids, to distinguish fresh from used ones; older ones are forgotten, for constant memory. */
const idsKept = 20_000

/** The checks of `x-request-id`; they remember the ids of the run. */
export function createRequestIdCheck(): PassiveCheck {
  const ids = new Set<string>()
  const isFresh = (id: string): boolean => {
    if (ids.has(id)) return false
    if (ids.size >= idsKept) for (const oldest of ids.keys()) if (ids.delete(oldest)) break
    ids.add(id)
    return true
  }
  return {
    title: 'a request id is the incoming one or a fresh one',
    requirements: ['HDR-02', 'HDR-03'],
    judge: (exchange, report) => {
      if (!areHeadersDue(exchange)) return
      const received = exchange.headers[name]
      const sent = exchange.request.headers[name]
      if (received === undefined) return
      if (sent === undefined) {
        report.evaluated('HDR-03')
        if (received === '')
          report.violated('HDR-03', {
            claim: 'the request id is not empty',
            fingerprint: 'the request id is empty',
            expected: 'an id',
            received: 'an empty header',
            hint: 'request id: the middleware seems to echo a missing header instead of generating an id',
          })
        else if (!isFresh(received))
          report.violated('HDR-03', {
            claim: 'the request id is fresh',
            fingerprint: 'the request id was used before',
            expected: 'a fresh id each time',
            received: JSON.stringify(received),
            hint: 'request id: it seems to be generated once per process or connection, or come from a cached answer',
          })
      } else if (isPlain(sent, exchange)) {
        report.evaluated('HDR-02')
        isFresh(sent)
        if (received !== sent)
          report.violated('HDR-02', {
            claim: `the incoming ${name} is echoed`,
            fingerprint: `the incoming ${name} is not echoed`,
            expected: JSON.stringify(sent),
            received: JSON.stringify(received),
            hint: 'request id: a proxy or middleware seems to replace the incoming one',
            criterion: { kind: 'header', name, values: [sent] },
          })
      }
    },
  }
}

/** Only a normal id must come back unchanged: hostile ids have their own requirement. */
function isPlain(sent: string, exchange: Exchange): boolean {
  return plainId.test(sent) && !/request.?id|header/i.test(exchange.broken ?? '')
}
