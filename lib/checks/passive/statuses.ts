import { endpoints } from '../../service/interface/endpoint.ts'
import type { Endpoint } from '../../service/interface/endpoint.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'

/** Foreseen at every endpoint: a bad key, a foreign resource, too many requests. */
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
