import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { people } from '../../service/records/documented-fields.ts'
import type { Claim } from './claim.ts'
import type { Failure, Of, Statement } from './statement.ts'
import type { Criterion, PlainCriterion } from './criterion.ts'
import { clockTolerance, recordIn } from './judge-values.ts'
import { isBare } from './judge.ts'

/** How the answer alone shows that a claim fails, if it does: a test that needs no suite. */
export function criterionOf(claim: Claim, failure: Failure, exchange: Exchange | undefined): Criterion | undefined {
  const criterion = isBare(claim) ? claim.criterion : ofStatement(claim, failure, exchange)
  if (claim.mayRefuse !== true || !criterion || criterion.kind === 'either' || criterion.kind === 'same')
    return criterion
  return { kind: 'either', of: [{ kind: 'status', lawful: 'a refusal' }, criterion] }
}

function ofStatement(claim: Statement, failure: Failure, exchange: Exchange | undefined): PlainCriterion | undefined {
  const { expected, received, fields = [] } = failure
  if (claim.kind === 'shows') {
    const { mayBeMissing } = claim
    // The whole record: the script finds it in the answer.
    const record = { received: recordIn(claim, exchange), ...(mayBeMissing && { mayBeMissing }) }
    return { kind: 'same', expected, fields: fields.map(pathOf), ...record }
  }
  if (claim.kind === 'record')
    return { kind: 'same', expected: claim.expected, received: claim.received, fields: fields.map(pathOf) }
  if (claim.kind === 'differs') {
    const { field, from } = claim
    const record = { expected: { [field]: from }, received: recordIn(claim, exchange) }
    return { kind: 'same', ...record, fields: [pathOf(field)], differs: true }
  }
  if (claim.kind === 'same') return { ...claim, ...(failure.fields && { fields }) }
  // Without the target's clock a script cannot decide more.
  if (claim.kind === 'now') return isRecord(expected) && expected['seconds'] === clockTolerance ? claim : undefined
  if (claim.kind === 'entries') return ofEntries(claim, received)
  // Either the size of a page is wrong, or its beginning.
  if (claim.kind === 'page') return typeof received === 'number' ? { ...claim, first: [] } : claim
  return claim
}

/** One missing or required entry; the same request shows the others. */
function ofEntries(claim: Of<'entries'>, received: unknown): PlainCriterion | undefined {
  if (!isRecord(received) || 'status' in received) return { kind: 'status', lawful: 'a success' }
  const [id] = [received['missing'], received['found'], received['others']].flatMap((ids) =>
    Array.isArray(ids) ? ids.map(String) : [],
  )
  if (id === undefined) return undefined
  const isDue = claim.listed && claim.ids.some((due) => due.toLowerCase() === id)
  return {
    kind: 'entry',
    id,
    listed: isDue,
    ...(claim.to && { to: claim.to }),
    ...(claim.among && { isGathered: true }),
  }
}

/** Of people only the id is compared. */
function pathOf(field: string): string {
  return people.has(field) ? `${field}.id` : field
}
