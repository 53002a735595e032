import type { Deployment } from '../deployment.ts'

/** The stored bytes of a file; null if it has none. */
export function readContent({ store }: Pick<Deployment, 'store'>, fileId: string): Uint8Array | null {
  return store.get<{ content: Uint8Array | null }>('SELECT content FROM files WHERE id = ?', fileId)?.content ?? null
}
