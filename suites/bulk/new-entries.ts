import { setTimeout as wait } from 'node:timers/promises'
import { sortedIds, type Entry } from '../prop/specimens.ts'
import type { BulkSubject } from './bulk-subject.ts'

/** What is there that was not; a bulk that is only taken (202) may be carried out a little later. */
export async function newEntries(
  subject: BulkSubject,
  before: readonly Entry[],
  { sent, wanted, status }: { readonly sent: readonly unknown[]; readonly wanted: number; readonly status: number },
): Promise<readonly Entry[]> {
  const known = new Set(sortedIds(before))
  const end = Date.now() + (status === 202 ? 5000 : 0)
  for (;;) {
    const fresh = (await subject.listed()).filter((entry) => !known.has(sortedIds([entry]).join('')))
    const found = await subject.ours(fresh, sent)
    if (found.length >= wanted || Date.now() >= end) return found
    await wait(200)
  }
}
