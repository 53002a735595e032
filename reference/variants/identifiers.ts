import { records } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { newId } from '../service/store/new-id.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in the forms of ids. */
export const identifierVariants = defineVariants({
  'ids-are-ordered-by-time': {
    title: 'makes ids that are ordered by time (version 7)',
    latitude: 'any version of UUID is one',
    changes: [replace(newId, () => () => orderedByTime())],
  },
  'ids-have-no-version': {
    title: 'makes ids of 32 hexadecimal digits without version and variant',
    latitude: 'databases accept and make such UUIDs',
    without: ['ids-are-ordered-by-time'],
    changes: [
      replace(
        newId,
        () => () =>
          randomBytes(16)
            .toString('hex')
            .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5'),
      ),
    ],
  },
  'readable-ids-are-numbers-behind-a-prefix': {
    title: 'gives properties and items readable ids such as PRP-00412',
    latitude: 'a pattern is shown for products alone',
    without: ['properties-need-a-readable-id', 'items-need-a-readable-id'],
    changes: [
      records((record) => {
        const { readable_id: readableId } = record
        const id = record['draft_property_id'] ?? record['id']
        if (typeof readableId !== 'string' || typeof id !== 'string') return record
        const prefix = 'item_id' in record ? 'PRP' : 'product_id' in record ? 'ITM' : undefined
        return prefix === undefined ? record : { ...record, readable_id: `${prefix}-${numberOf(id)}` }
      }),
    ],
  },
})

function orderedByTime(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A number for an id, the same each time. */
function numberOf(id: string): string {
  return String(Number.parseInt(id.replaceAll('-', '').slice(-8), 16)).padStart(5, '0')
}
