import type { Criterion } from '../../checks/claims/criterion.ts'
import type { NewFinding } from '../../checks/finding.ts'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { roleIn, type Answers } from './answers.ts'

/** What a filter is made from. */
export interface FilterSources {
  readonly finding: NewFinding
  readonly answers: Answers
  readonly judged: Exchange
}

export type CriterionOf<K extends Criterion['kind']> = Extract<Criterion, { kind: K }>

/** What stands for a value in another run, in the field of a record that shows it. */
export function termOf(value: unknown, { answers, judged }: FilterSources, field = ''): string | undefined {
  return answers.termOf(value, judged, roleIn(field.split('.')))
}

/** Where the record stands that a claim is about. */
export function recordText(record: unknown, { answers, judged }: FilterSources): string | undefined {
  if (record === judged.headers) return '.headers'
  // What is rejected shows none.
  if (record === undefined) return '.body'
  const place = answers.placeOf(record, judged)
  const text = place && answers.textOf(place)
  // The entry at an index of a list may be another record in the next run.
  return text !== undefined && /\.items\[\d/.test(text) ? entryText(record, { answers, judged }) : text
}

/** An entry of the judged list that another answer shows by itself. */
function entryText(
  record: unknown,
  { answers, judged }: Pick<FilterSources, 'answers' | 'judged'>,
): string | undefined {
  const id = valueAt(record, 'id')
  const other = answers.others(judged).find(({ json }) => typeof id === 'string' && valueAt(json, 'id') === id)
  return other && `(.body.items[] | select(.id == $a[#${other.sequence}#].body.id))`
}

/** The value in a field of a record, such as `updatedBy.id`. */
export function valueAt(record: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), record)
}
