import type { Store } from '../service/store/store.ts'

/** Something that a fault remembers, and when it was put there, in milliseconds. */
export interface Memory {
  readonly value: string
  readonly at: number
}

/** Keeps something for a fault from one request to the next. */
export function remember(store: Store, key: string, value: string): void {
  store.run('INSERT OR REPLACE INTO fault_memory (key, value, at) VALUES (?, ?, ?)', key, value, Date.now())
}

/** What was kept, or undefined. */
export function recall(store: Store, key: string): Memory | undefined {
  return store.get<Memory>('SELECT value, at FROM fault_memory WHERE key = ?', key)
}

/** Takes out what was kept. */
export function forget(store: Store, key: string): void {
  store.run('DELETE FROM fault_memory WHERE key = ?', key)
}
