import { isRecord } from '../contract/is-record.ts'
import { textsIn } from './ids-in.ts'

/** Whether a record shows the id of a run: only what does is that run's to change or remove. */
export function isMarked(record: unknown, { runId, kind }: { readonly runId: string; readonly kind: string }): boolean {
  const mark = runId.toLowerCase()
  return mark.length >= shortestRunId && tellingTexts(record, kind).some((text) => text.includes(mark))
}

/**
 * The texts of a record that say whose it is, lower case: of a product its name and `readable_id`, which are documented and
 * carry the mark to the end; of the other kinds any, for their fields are learned. A list may repeat in each row what was searched for.
 */
export function tellingTexts(record: unknown, kind: string): readonly string[] {
  if (kind !== 'product') return textsIn(record)
  return isRecord(record) ? textsIn([record['name'], record['readable_id'], record['readableId']]) : []
}

/** A shorter mark would be found in what others have made. */
const shortestRunId = 8
