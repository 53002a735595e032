import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { isJudgedRefusal } from './errors.ts'
import { isArrayOfObjects } from './shapes.ts'

function isPathPart(part: unknown): boolean {
  return typeof part === 'string' || Number.isInteger(part)
}

/** What is wrong with the list of a validation error, in words that name the field; `undefined` where nothing is. */
function problemOfValidationErrors(list: unknown): string | undefined {
  if (!Array.isArray(list)) return '`details.errors` is no list'
  if (!isArrayOfObjects(list)) return 'an entry of `details.errors` is no object'
  const entries = list.filter(isRecord)
  if (entries.some(({ loc }) => !Array.isArray(loc) || !loc.every(isPathPart)))
    return '`loc` of an entry is no array of path parts'
  if (entries.some(({ msg }) => typeof msg !== 'string')) return '`msg` of an entry is no string'
  if (entries.some(({ type }) => typeof type !== 'string')) return '`type` of an entry is no string'
  return undefined
}

export const validationErrors: PassiveCheck = {
  title: 'a validation error lists what is wrong',
  requirements: ['ERR-04'],
  judge: (exchange, report) => {
    if (exchange.status !== 422 || !isJudgedRefusal(exchange) || !isRecord(exchange.json)) return
    if (exchange.json['error'] !== 'validation_error') return
    const details = exchange.json['details'] ?? {}
    // `details` of another kind is a breach of its own rule, and has no list to look at.
    if (!isRecord(details)) return
    report.evaluated('ERR-04')
    const problem = problemOfValidationErrors(details['errors'])
    if (problem === undefined) return
    report.violated('ERR-04', {
      claim: `a validation error does not list what is wrong: ${problem}`,
      expected: '`details.errors`, a list of entries with `loc`, `msg` and `type`',
      received: show(details),
    })
  },
}
