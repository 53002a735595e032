import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ReferenceKeys } from '../reference/start-reference.ts'

/** A reference that runs in a process of its own until the end of the scope. */
export interface SeparateReference extends AsyncDisposable {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly keys: ReferenceKeys
}

/** Starts a reference in a process of its own, on a data file and with a fault where one is given. */
export async function separateReference(data = '', fault?: string): Promise<SeparateReference> {
  const path = fileURLToPath(new URL('reference-process.ts', import.meta.url))
  const child = fork(path, fault === undefined ? [data] : [data, fault])
  const message: unknown[] = await once(child, 'message')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own process has just sent
  const started = message[0] as Omit<SeparateReference, keyof AsyncDisposable>
  return {
    ...started,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
