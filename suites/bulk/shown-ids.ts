import { at, inTurn, keyOf, listPathIn, textIn, type CheckContext, type Entry, type Exchange } from '#suite'
import type { BulkSubject } from '../shared/bulk-subject.ts'

interface Shown {
  readonly subject: BulkSubject
  readonly sent: readonly unknown[]
  /** What the bulk has made, as the list shows it. */
  readonly made: readonly Entry[]
  readonly answer: Exchange
}

/**
 * The answer to a bulk names no record of another place. Where it names something else, such as jobs, nothing is judged: the
 * contract does not show the answer.
 */
export async function verifyShownIds<Id extends 'BULK-01' | 'BULK-02'>(
  { verify }: Pick<CheckContext<Id>, 'verify'>,
  id: Id,
  { subject, sent, made, answer }: Shown,
): Promise<void> {
  const unknown = without(idsIn(answer), made)
  if (unknown.length === 0) return
  // lawful: an answer that shows all that is in the place
  const foreign = without(unknown, await subject.listed()).slice(0, 3)
  const reads = await inTurn(foreign, (one) => subject.read(one))
  // A list whose ids are wrong or missing says nothing of a record that has a name of the bulk.
  const isOther = (read: Exchange | undefined) =>
    read?.status === 200 && subject.named([Object(read.json)], sent).length === 0
  const ids = foreign.filter((_, index) => isOther(reads[index]))
  const hint = 'wrong records: the answer to a bulk seems to be built from records other than the new ones'
  verify(id, answer).lists(
    ids,
    { of: 'the list of the new records', among: made, beside: reads, hint },
    { where: ids.length > 0 },
  )
}

/** The ids of the entries that an answer lists. */
function idsIn({ json }: Exchange): readonly string[] {
  const path = listPathIn(json)
  const entries: unknown = path && at(json, path)
  return Array.isArray(entries) ? entries.flatMap((entry: unknown) => textIn(entry, 'id') || []) : []
}

function without(ids: readonly string[], entries: readonly Entry[]): readonly string[] {
  const known = new Set(entries.map((entry) => keyOf(entry).toLowerCase()))
  return ids.filter((id) => !known.has(id.toLowerCase()))
}
