import type { Store } from '../../reference/service/store/store.ts'

/** How many rows have been written since the store was opened: what changes more than what is returned shows by it. */
export function writesOf(store: Store): number {
  return store.get<{ writes: number }>('SELECT total_changes() AS writes')?.writes ?? 0
}
