import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { readingOf } from './reading.ts'
import { isAbsent } from './shapes.ts'
import { isUuid } from './uuid.ts'

function isNoString(value: unknown): boolean {
  return typeof value !== 'string'
}

function idRule(field: string, passesOver: (value: unknown) => boolean): FieldRule {
  return { requirement: 'GEN-02', field, expected: 'a UUID', holds: isUuid, passesOver }
}

// A missing id is for the rules of its resource alone. So are `workspace_id` and `item_id`, which have rows of their own.
const ownId = [idRule('id', isAbsent)]
const stableIds = [idRule('draft_item_id', isNoString), idRule('draft_property_id', isNoString)]
const usageIds = [idRule('product_id', isNoString), idRule('target_id', isNoString)]

/**
 * This rule holds everywhere, beside the rows of the resources that say the same of one: a product id that is no UUID breaks both,
 * and neither can be said to conform. The ids of users, statuses and links may be anything.
 */
export const identifiers: PassiveCheck = {
  title: 'an identifier is a UUID',
  requirements: ['GEN-02'],
  judge: (exchange, report) => {
    const reading = readingOf(exchange)
    if (!reading || reading.resource === 'organization-user') return
    const { resource, records } = reading
    judgeFields({ label: resource, records }, ownId, report)
    if (resource === 'property' || resource === 'item') judgeFields({ label: resource, records }, stableIds, report)
    if (resource === 'file') judgeFields({ label: 'usage', records: nestedIn(records, 'used_in') }, usageIds, report)
  },
}
