import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A reference in a process of its own, so that it does not share a core with what is measured. */
export interface ReferenceProcess {
  readonly baseUrl: string
  readonly key: string
  readonly controlUrl: string
  stop(): Promise<void>
}

/** Starts a reference and waits until it serves. */
export async function startReferenceProcess(): Promise<ReferenceProcess> {
  const child = fork(fileURLToPath(new URL('serve-reference.ts', import.meta.url)))
  const [started]: [Omit<ReferenceProcess, 'stop'>] = await new Promise((resolve, reject) => {
    child.once('message', (message: Omit<ReferenceProcess, 'stop'>) => resolve([message]))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the reference ended with ${code}`)))
  })
  return {
    ...started,
    stop: async () => {
      child.removeAllListeners('exit')
      child.kill()
      await once(child, 'exit')
    },
  }
}
