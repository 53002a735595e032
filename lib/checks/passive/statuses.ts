import { endpoints, type Endpoint } from '../../service/interface/endpoint.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'
import { errorCodeOf } from '../error-body.ts'
import { show } from '../../contract/show.ts'
import { statusHint } from '../../wording/status-hints.ts'
import { isRecord } from '../../contract/is-record.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import { isJudgedRefusal } from './errors.ts'
import { judgeShape } from './judge-shape.ts'

/** Possible at every endpoint: a bad key, a foreign resource, too many requests. */
const everywhere: ReadonlySet<number> = new Set([401, 403, 429])

function isDocumented({ success, errors }: Endpoint, status: number): boolean {
  if (everywhere.has(status) || errors.includes(status)) return true
  return success.status === 'any2xx' ? status >= 200 && status < 300 : success.status.includes(status)
}

export const statuses: PassiveCheck = {
  title: 'statuses that the contract does not list are observed',
  requirements: ['ERR-22'],
  judge: (exchange, report) => {
    const id = endpointOf(exchange)
    if (!id) return
    report.evaluated('ERR-22')
    if (!isDocumented(endpoints[id], exchange.status)) report.observed('ERR-22', id, String(exchange.status))
  },
}

export const serverErrors: PassiveCheck = {
  title: 'no request causes a server error',
  requirements: ['ERR-15'],
  judge: (exchange, report) => {
    report.evaluated('ERR-15')
    if (exchange.status < 500) return
    const body = Buffer.from(exchange.body.subarray(0, 200)).toString()
    const said = errorCodeOf(exchange) ?? (body === '' ? undefined : show(body))
    report.violated('ERR-15', {
      claim: 'the answer is not a server error',
      fingerprint: `answers ${exchange.status}`,
      expected: 'no 5xx, whatever was sent',
      received: said === undefined ? `${exchange.status}` : `${exchange.status} ${said}`,
      criterion: { kind: 'status', lawful: 'below 500' },
      hint: statusHint({ lawful: 'below 500' }, exchange),
    })
  },
}

const shape = statedShape('resources/validation-details.json')

export const validationErrors: PassiveCheck = {
  title: 'a validation error lists the invalid fields',
  requirements: requirementsOf(shape),
  judge: (exchange, report) => {
    if (exchange.status !== 422 || !isJudgedRefusal(exchange) || !isRecord(exchange.json)) return
    if (exchange.json['error'] !== 'validation_error') return
    const details = exchange.json['details'] ?? {}
    // `details` of another kind breaks its own rule, and contains no list.
    if (isRecord(details)) judgeShape(shape, { label: 'error.details', records: [details] }, report)
  },
}
