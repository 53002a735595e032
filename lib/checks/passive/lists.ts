import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import type { JsonObject } from './field-rule.ts'
import { readingOf } from './reading.ts'

export const lists: PassiveCheck = {
  title: 'a list is a page with its own count',
  requirements: ['PAGE-01', 'PAGE-02', 'PAGE-03'],
  judge: (exchange, report) => {
    const reading = readingOf(exchange)
    if (!reading?.list || exchange.json === undefined) return
    judgePage(exchange.json, reading.resource, report)
  },
}

function judgePage(page: unknown, resource: string, report: PassiveReport): void {
  report.evaluated('PAGE-01')
  const violated = (claim: string, value: unknown): void =>
    report.violated('PAGE-01', {
      claim,
      expected: '`items`, an array of resources, and `count`, an integer',
      received: show(value),
    })
  if (!isRecord(page)) {
    violated('a list is no object', page)
    return
  }
  judgeTotal(page, report)
  const { items, count } = { items: page['items'], count: page['count'] }
  if (!Array.isArray(items)) violated('`items` of a list is no array', items)
  // The record of an organization user is not shown, not even that it is an object.
  else if (resource !== 'organization-user' && !items.every(isRecord))
    violated('an entry of a list is no object', items)
  if (!Number.isInteger(count)) violated('`count` of a list is no integer', count)
  else if (Array.isArray(items)) judgeCount(items, count, report)
}

function judgeCount(items: readonly unknown[], count: unknown, report: PassiveReport): void {
  report.evaluated('PAGE-02')
  if (items.length === count) return
  report.violated('PAGE-02', {
    claim: '`count` is not the number of entries in the response',
    expected: String(items.length),
    received: show(count),
  })
}

function judgeTotal(page: JsonObject, report: PassiveReport): void {
  report.evaluated('PAGE-03')
  if (!('total' in page)) return
  report.violated('PAGE-03', { claim: 'a list has a `total`', expected: 'no `total`', received: show(page['total']) })
}
