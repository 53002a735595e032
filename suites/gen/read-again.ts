import type { Exchange } from '#suite'
import type { Readings } from '../shared/moved-time.ts'

interface Rereading {
  readonly read: () => Promise<Exchange>
  /** What is read in between. */
  readonly between: () => Promise<unknown>
  /** Nothing has moved, or something has that nothing but the reading moves. */
  readonly isTelling: (readings: Readings) => boolean
  readonly attempts: number
}

/** The last two of several readings. lawful: jobs and others may change a record: only what moves each time is the reader's doing. */
export async function readAgain({ read, between, isTelling, attempts }: Rereading): Promise<Readings> {
  let before = await read()
  for (let attempt = 1; ; attempt += 1) {
    await between()
    const after = await read()
    if (attempt >= attempts || isTelling({ before, after })) return { before, after }
    before = after
  }
}
