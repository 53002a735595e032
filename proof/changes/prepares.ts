import type { StoreChange } from './change.ts'

/** Prepares the store of a deployment, when it is seeded and before the first request: `store.execute('DROP INDEX …')`. */
export function prepares(prepare: StoreChange['prepare']): StoreChange {
  return { place: 'store', prepare }
}

/** Drops an index of the store: a unique one would refuse what a replaced rule accepts. */
export function dropsIndex(name: string): StoreChange {
  return prepares((store) => {
    store.run(`DROP INDEX IF EXISTS ${name}`)
  })
}
