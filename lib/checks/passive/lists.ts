import { endpoints, endpointIds, type Endpoint } from '../../contract/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { show } from '../../contract/show.ts'
import { requirementsOf, statedShape, type StatedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'
import { judgeShape, type JsonObject } from './judge-shape.ts'
import { readingOf } from './reading.ts'

/** The shape of each list's page, without its entries: those are judged as resources. */
const pages: ReadonlyMap<string, StatedShape> = new Map(
  endpointIds.flatMap((id) => {
    const { success, list }: Endpoint = endpoints[id]
    return list && success.schema !== undefined ? [[id, { ...statedShape(success.schema), nested: [] }]] : []
  }),
)

export const lists: PassiveCheck = {
  title: 'a list is a page with its own count',
  requirements: [...new Set([...pages.values()].flatMap((shape) => requirementsOf(shape)))],
  judge: (exchange, report) => {
    const page = pages.get(endpointOf(exchange) ?? '')
    if (!page || !readingOf(exchange) || exchange.json === undefined) return
    const { json } = exchange
    if (isRecord(json)) {
      judgeShape(page, { label: 'list', records: [json] }, report)
      judgeCount(json, report)
    } else if (page.whole !== undefined) {
      report.evaluated(page.whole)
      report.violated(page.whole, {
        claim: 'a list is an object',
        fingerprint: 'a list is no object',
        expected: 'an object',
        received: show(json),
      })
    }
  },
}

function judgeCount({ items, count }: JsonObject, report: PassiveReport): void {
  if (!Array.isArray(items) || !Number.isInteger(count)) return
  report.evaluated('PAGE-02')
  if (items.length === count) return
  report.violated('PAGE-02', {
    claim: '`count` is the number of entries in the response',
    fingerprint: '`count` is not the number of entries in the response',
    expected: String(items.length),
    received: show(count),
    criterion: { kind: 'count' },
  })
}
