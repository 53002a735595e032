import { randomUUID } from 'node:crypto'

/** Creates a unique name and readable id, each with the run id. */
export type Names = () => { readonly name: string; readonly readableId: string; readonly runId: string }

/** Names of what the discovery makes. */
export function freshNames(runId: string): Names {
  return () => {
    // Node draws UUIDs in batches: the same number of random bytes drawn singly takes seven times as long.
    const word = randomUUID().slice(0, 8)
    return { name: `conformance ${runId} ${word}`, readableId: `conformance_${runId}_${word}`, runId }
  }
}
