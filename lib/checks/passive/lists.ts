import { isDeepStrictEqual } from 'node:util'
import { endpoints, endpointIds, type Endpoint } from '../../service/interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { show } from '../../contract/show.ts'
import { requirementsOf, statedShape, type StatedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'
import { judgeShape, type JsonObject } from './judge-shape.ts'
import { readingOf } from './reading.ts'

/** The shape of each list's page without its entries, which are judged as resources. */
const pages: ReadonlyMap<string, StatedShape> = new Map(
  endpointIds.flatMap((id) => {
    const { success, list }: Endpoint = endpoints[id]
    return list && success.schema !== undefined ? [[id, { ...statedShape(success.schema), nested: [] }]] : []
  }),
)

/** A client that paginates sees each entry once, also within one page. */
const repeats: RequirementId = 'PAGE-16'

export const lists: PassiveCheck = {
  title: 'a list counts its entries correctly and shows none twice',
  requirements: [...new Set([...[...pages.values()].flatMap((shape) => requirementsOf(shape)), repeats])],
  judge: (exchange, report) => {
    const page = pages.get(endpointOf(exchange) ?? '')
    if (!page || !readingOf(exchange) || exchange.json === undefined) return
    const { json } = exchange
    if (isRecord(json)) {
      judgeShape(page, { label: 'list', records: [json] }, report)
      judgeCount(json, report)
      // lawful: a list of users, whose record the contract does not define, may have a row for each role of a user
      if (endpointOf(exchange) !== 'listOrganizationUsers') judgeRepeats(json, report)
    } else if (page.whole !== undefined) {
      report.evaluated(page.whole)
      report.violated(page.whole, {
        claim: 'a list is an object',
        fingerprint: 'a list is not an object',
        expected: 'an object',
        received: show(json),
        hint: 'bare list: the handler seems to return its rows without the object around them',
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
    hint: 'count: it seems to be the total of all pages, or counted before the filters are applied',
    criterion: { kind: 'count' },
  })
}

/** No two entries of a page may be the same. If two with one id differ, they break the rules of their kind. */
function judgeRepeats({ items }: JsonObject, report: PassiveReport): void {
  if (!Array.isArray(items) || items.length < 2) return
  report.evaluated(repeats)
  const repeated = repeatedId(items)
  if (repeated === undefined) return
  report.violated(repeats, {
    claim: 'a page shows each entry once',
    fingerprint: 'a page shows an entry twice',
    expected: 'each entry once',
    received: `the entry with id ${repeated} twice`,
    // No criterion: a script creates the entry without its nested records.
    hint: 'duplicate rows: a join seems to return one row for each child record',
  })
}

/** The id of an entry that occurs twice in the page, equal in every field. */
function repeatedId(items: readonly unknown[]): string | undefined {
  const seen = new Map<string, unknown>()
  for (const item of items) {
    const id = isRecord(item) ? item['id'] : undefined
    if (typeof id !== 'string') continue
    if (seen.has(id) && isDeepStrictEqual(seen.get(id), item)) return id
    seen.set(id, item)
  }
  return undefined
}
