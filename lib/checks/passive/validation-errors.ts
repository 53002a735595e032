import { isRecord } from '../../contract/is-record.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { isJudgedRefusal } from './errors.ts'
import { judgeShape } from './judge-shape.ts'

const shape = statedShape('resources/validation-details.json')

export const validationErrors: PassiveCheck = {
  title: 'a validation error lists the invalid fields',
  requirements: requirementsOf(shape),
  judge: (exchange, report) => {
    if (exchange.status !== 422 || !isJudgedRefusal(exchange) || !isRecord(exchange.json)) return
    if (exchange.json['error'] !== 'validation_error') return
    const details = exchange.json['details'] ?? {}
    // `details` of another kind is a violation of its own rule, and has no list to judge.
    if (isRecord(details)) judgeShape(shape, { label: 'error.details', records: [details] }, report)
  },
}
