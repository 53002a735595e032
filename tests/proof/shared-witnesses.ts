import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locks } from 'node:worker_threads'
import { inject } from 'vitest'
import type { Check } from '../../lib/run/check.ts'
import type { FaultId } from '../../proof/faults/catalogue.ts'
import { findWitnesses } from './witnesses.ts'

/**
 * The checks that can see each fault, found out once in a test run: the first file that asks makes the run of the suite that
 * it takes, and others, which are threads of the same process, wait for what it finds.
 */
export async function sharedWitnesses(checks: readonly Check[]): Promise<ReadonlyMap<FaultId, readonly Check[]>> {
  const file = join(inject('madeOnceDirectory'), 'witnesses.json')
  await locks.request('witnesses', async () => {
    if (existsSync(file)) return
    const places = new Map(checks.map((check, place) => [check.title, place]))
    const found = [...(await findWitnesses(checks))].map(([id, those]) => [
      id,
      those.map(({ title }) => places.get(title)),
    ])
    writeFileSync(file, JSON.stringify(found))
  })
  // By their places in the suite: a fault has hundreds, and their titles would be 70 MB.
  const found: ReadonlyArray<readonly [FaultId, readonly number[]]> = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(found.map(([id, places]) => [id, places.flatMap((place) => checks[place] ?? [])]))
}
