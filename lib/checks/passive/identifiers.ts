import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { judgeFields, nestedIn } from './field-rule.ts'
import type { FieldRule, JsonObject } from './field-rule.ts'
import { readingOf } from './reading.ts'
import { isUuid } from './uuid.ts'

function isNoString(value: unknown): boolean {
  return typeof value !== 'string'
}

function idRule(field: string): FieldRule {
  return { requirement: 'GEN-02', field, expected: 'a UUID', holds: isUuid, passesOver: isNoString }
}

const stableIds = [idRule('draft_item_id'), idRule('draft_property_id')]
const fileRules = [idRule('id')]
const usageRules = [idRule('product_id'), idRule('target_id')]

/**
 * The ids of workspaces, products, properties and items are judged with their resource, and are only counted as seen here;
 * so that a bad one is blamed once. Left to this rule are the ids of files and those that point to other resources.
 */
export const identifiers: PassiveCheck = {
  title: 'an identifier is a UUID',
  requirements: ['GEN-02'],
  look: (exchange, report) => {
    const reading = readingOf(exchange)
    if (!reading || reading.resource === 'organization-user') return
    const { resource, records } = reading
    if (resource === 'file') judgeFile(records, report)
    else if (records[0] && isUuid(records[0]['id'])) report.looked('GEN-02')
    if (resource === 'property' || resource === 'item') judgeFields({ label: resource, records }, stableIds, report)
  },
}

function judgeFile(records: readonly JsonObject[], report: PassiveReport): void {
  judgeFields({ label: 'file', records }, fileRules, report)
  judgeFields({ label: 'usage', records: nestedIn(records, 'used_in') }, usageRules, report)
}
