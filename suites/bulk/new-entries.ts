import { setTimeout as wait } from 'node:timers/promises'
import { sortedIds, type Entry } from '../prop/specimens.ts'
import type { BulkSubject } from './bulk-subject.ts'

const walksOfAPart = 4

/** What is there that was not; a bulk that is only taken (202) may be carried out a little later. */
export async function newEntries(
  subject: BulkSubject,
  before: readonly Entry[],
  { sent, wanted, status }: { readonly sent: readonly unknown[]; readonly wanted: number; readonly status: number },
): Promise<readonly Entry[]> {
  const known = new Set(sortedIds(before))
  const end = Date.now() + (status === 202 ? 5000 : 0)
  const seen = new Map<string, Entry>()
  // A list of the whole organization is walked while others delete from it: what was passed over is there the next time.
  for (let walks = 1; ; walks += 1) {
    const fresh = (await subject.listed()).filter((entry) => !known.has(sortedIds([entry]).join('')))
    for (const entry of await subject.ours(fresh, sent)) seen.set(sortedIds([entry]).join(''), entry)
    const isPart = status < 300 && seen.size > 0 && walks < walksOfAPart
    if (seen.size >= wanted || (Date.now() >= end && !isPart)) return [...seen.values()]
    await wait(200)
  }
}
