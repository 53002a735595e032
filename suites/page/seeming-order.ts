import { isRecord } from '#suite'

/** Fields that lists are commonly sorted by. */
const candidates = [
  'createdAt',
  'updatedAt',
  'uploadedAt',
  'uploaded_at',
  'name',
  'readable_id',
  'userName',
  'id',
] as const
/** In a shorter list, some field may be sorted by chance. */
const fewest = 5

/** By what a list seems to be sorted, and which way; nothing if it is too short to tell. */
export function seemingOrder(entries: readonly unknown[]): string | undefined {
  const records = entries.filter(isRecord)
  if (records.length < fewest) return undefined
  const orders = candidates.flatMap((field) => {
    const values = records.map((record) => record[field]).filter((value) => typeof value === 'string')
    return values.length < records.length ? [] : directionsOf(values).map((direction) => `${field} ${direction}`)
  })
  return orders[0] ?? 'none of the usual fields'
}

function directionsOf(values: readonly string[]): readonly string[] {
  if (values.every((value) => value === values[0])) return []
  const pairs = values.slice(1).map((value, index) => [values[index] ?? '', value] as const)
  if (pairs.every(([one, next]) => one <= next)) return ['ascending']
  return pairs.every(([one, next]) => one >= next) ? ['descending'] : []
}
