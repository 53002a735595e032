import type { Deployment } from '../../reference/service/deployment.ts'

/** Something that a change remembers, and when it was put there, in milliseconds. */
export interface Memory<Value> {
  readonly value: Value
  readonly at: number
}

const memories = new WeakMap<Deployment['store'], Map<string, Memory<unknown>>>()

/** Keeps something from one request of a deployment to the next. Keys are shared: begin them with the change's name. */
export function remember(deployment: Pick<Deployment, 'store'>, key: string, value: unknown): void {
  const { store } = deployment
  const memory = memories.get(store) ?? new Map<string, Memory<unknown>>()
  memories.set(store, memory.set(key, { value, at: Date.now() }))
}

/** What was kept, or undefined. `Value` is what `remember` was given under this key. */
export function recall<Value>(deployment: Pick<Deployment, 'store'>, key: string): Memory<Value> | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same change wrote it under this key
  return memories.get(deployment.store)?.get(key) as Memory<Value> | undefined
}

/** Takes out what was kept. */
export function forget(deployment: Pick<Deployment, 'store'>, key: string): void {
  memories.get(deployment.store)?.delete(key)
}
