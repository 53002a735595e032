import { isRecord } from '../../contract/is-record.ts'
import type { Criterion } from '../finding.ts'
import { people } from '../records/documented-fields.ts'
import type { Claim, EachClaim, EntriesClaim, Failure, HeaderClaim, Kind, SizeClaim, Statements } from './claim.ts'
import { clockTolerance } from './judge-now.ts'
import { isBare } from './judge.ts'
import { asText } from '../../contract/show.ts'

type Ask<Asked> = (claim: Asked, failure: Failure, shown: unknown) => Criterion | undefined

const criteria: { readonly [Each in Kind]: Ask<Statements[Each]> } = {
  status: (claim) => claim,
  code: (claim) => claim,
  location: (claim) => claim,
  header: headerCriterion,
  'media type': () => undefined,
  disposition: ({ names, id }) => names && { kind: 'file name', names: [...names, ...(id === undefined ? [] : [id])] },
  bytes: ({ sha256 }, { received }) => ({
    kind: 'same',
    expected: sha256,
    received: isRecord(received) ? received['sha256'] : undefined,
  }),
  shows: (claim, { fields = [], expected }, shown) => ({
    kind: 'same',
    expected,
    // The whole record: that is what a script finds again in the answer.
    received: 'in' in claim ? claim.in : shown,
    fields: fields.map(pathOf),
  }),
  record: ({ expected, received }, { fields = [] }) => ({
    kind: 'same',
    expected,
    received,
    fields: fields.map(pathOf),
  }),
  field: ({ name, shown, isFilled }) => ({ kind: 'field', name, shown, ...(isFilled && { isFilled }) }),
  differs: ({ field }, { expected, received }) => ({
    kind: 'same',
    expected: { [field]: expected },
    received: { [field]: received },
    fields: [field],
    differs: true,
  }),
  now: (_, { expected, received }) =>
    // Without a clock that is told, a script cannot tell more.
    isRecord(expected) && expected['seconds'] === clockTolerance
      ? { kind: 'now', told: asText(received), tolerance: clockTolerance }
      : undefined,
  text: ({ text, shown }) => ({ kind: 'text', text, shown }),
  same: (claim, { fields }) => ({ ...claim, ...(fields && { fields }) }),
  each: ({ field, lawful, mayBeMissing }) => ({
    kind: 'each',
    field,
    lawful: textsOf(lawful),
    ...(mayBeMissing && { mayBeMissing }),
  }),
  entries: (claim, { received }) => ofEntries(claim, received),
  size: sizeCriterion,
  page: () => ({ kind: 'page' }),
  pagination: ({ due }) => ({ kind: 'pagination', entries: due.length }),
  order: () => ({ kind: 'order' }),
  rows: ({ expected, received }) => ({ kind: 'rows', expected, received }),
  race: ({ others }) => ({ kind: 'race', others }),
}

/** How an answer alone tells that a claim does not hold, where it does: what can be asked without the suite. */
export function criterionOf(claim: Claim, failure: Failure, shown: unknown): Criterion | undefined {
  const criterion = isBare(claim) ? claim.criterion : ofKind(claim.kind, claim, { failure, shown })
  if (claim.mayRefuse !== true || !criterion || criterion.kind === 'either' || criterion.kind === 'same')
    return criterion
  return { kind: 'either', of: [{ kind: 'status', lawful: 'a refusal' }, criterion] }
}

function ofKind<Each extends Kind>(
  kind: Each,
  claim: Statements[Each],
  { failure, shown }: { readonly failure: Failure; readonly shown: unknown },
): Criterion | undefined {
  return criteria[kind](claim, failure, shown)
}

/** A script looks for a header, or for one value of it. */
function headerCriterion({ name, values }: HeaderClaim): Criterion | undefined {
  if (values === undefined) return { kind: 'header', name }
  const [value] = Array.isArray(values) ? values : []
  return value === undefined ? undefined : { kind: 'header', name, value }
}

/** What was gathered from several answers is not told by one. */
function sizeCriterion({ least, most, among }: SizeClaim): Criterion | undefined {
  if (among !== undefined) return undefined
  return most === 0 ? { kind: 'empty' } : least === 1 ? { kind: 'filled' } : undefined
}

/** One entry that is missing, or that ought to be: others are told by the same request. */
function ofEntries(claim: EntriesClaim, received: unknown): Criterion | undefined {
  if (isRecord(received) && 'status' in received) return { kind: 'status', lawful: 'a success' }
  const [id] = isRecord(received)
    ? [received['missing'], received['found']].flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []))
    : []
  if (id === undefined) return undefined
  return { kind: 'entry', id, listed: claim.listed, ...(claim.to && { to: claim.to }) }
}

function textsOf(lawful: EachClaim['lawful']): Extract<Criterion, { kind: 'each' }>['lawful'] {
  if ('text' in lawful) return lawful
  return 'except' in lawful ? { except: lawful.except.map(String) } : lawful.map(String)
}

/** Of people only the id is compared. */
function pathOf(field: string): string {
  return people.has(field) ? `${field}.id` : field
}
