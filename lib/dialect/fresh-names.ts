import { randomBytes } from 'node:crypto'

/** Makes a name and a readable id that nothing has, each carrying the run id. */
export type Names = () => { readonly name: string; readonly readableId: string; readonly runId: string }

/** Names of what the discovery makes. */
export function freshNames(runId: string): Names {
  return () => {
    const word = randomBytes(4).toString('hex')
    return { name: `conformance ${runId} ${word}`, readableId: `conformance_${runId}_${word}`, runId }
  }
}
