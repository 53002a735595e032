import { randomUUID } from 'node:crypto'

/** Makes a name and a readable id that nothing has, each carrying the run id. */
export type Names = () => { readonly name: string; readonly readableId: string; readonly runId: string }

/** Names of what the discovery makes. */
export function freshNames(runId: string): Names {
  return () => {
    // Node draws UUIDs by the hundred: as many random bytes by themselves take seven times as long.
    const word = randomUUID().slice(0, 8)
    return { name: `conformance ${runId} ${word}`, readableId: `conformance_${runId}_${word}`, runId }
  }
}
