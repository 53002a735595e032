import type { List } from '../http/page.ts'
import type { Store } from './store.ts'

/** What a fault leaves of a page that was cut before the deleted were taken out. */
export function withoutGone<Entry extends object>(
  store: Store,
  { items }: List<Entry>,
  table: 'products' | 'items',
): List<Entry> {
  const gone = new Set(store.all<{ id: string }>(`SELECT id FROM ${table} WHERE gone = 1`).map(({ id }) => id))
  const living = items.filter((entry) => !('id' in entry && gone.has(String(entry.id))))
  return { items: living, count: living.length }
}
