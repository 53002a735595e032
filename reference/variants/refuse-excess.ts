import { type ValidationEntry, validationError } from '../service/http/service-error.ts'
import type { VariantSwitch } from './variant-switch.ts'
import { isRecord } from './vary-records.ts'

const longest: Readonly<Record<string, number>> = { name: 255, readable_id: 255, part_number: 64, description: 4000 }
const mostInBulk = 50

/** Refuses what is longer than a service may have room for; only where it is chosen. */
export function refuseExcess(variants: VariantSwitch, body: unknown): void {
  if (!isRecord(body)) return
  const entries: ValidationEntry[] = []
  if (variants.chosen('long-texts-are-refused')) entries.push(...tooLong(body))
  if (variants.chosen('bulks-of-fifty-at-most')) entries.push(...tooMany(body))
  if (entries.length > 0) throw validationError(...entries)
}

function tooLong(body: Readonly<Record<string, unknown>>): readonly ValidationEntry[] {
  return Object.entries(longest).flatMap(([name, length]) => {
    const text = body[name]
    if (typeof text !== 'string' || text.length <= length) return []
    return [{ loc: ['body', name], msg: `has more than ${length} characters`, type: 'string_too_long' }]
  })
}

function tooMany(body: Readonly<Record<string, unknown>>): readonly ValidationEntry[] {
  return ['items', 'properties'].flatMap((name) => {
    const list = body[name]
    if (!Array.isArray(list) || list.length <= mostInBulk) return []
    return [{ loc: ['body', name], msg: `has more than ${mostInBulk} entries`, type: 'too_long' }]
  })
}
