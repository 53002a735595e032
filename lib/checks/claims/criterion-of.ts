import { isRecord } from '../../contract/is-record.ts'
import type { Criterion } from '../finding.ts'
import { people } from '../../service/records/documented-fields.ts'
import type { Claim, EachClaim, EntriesClaim, Failure, InRecord, Kind, Statements } from './claim.ts'
import { clockTolerance } from './judge-now.ts'
import { isBare } from './judge.ts'

type Ask<Asked> = (claim: Asked, failure: Failure, answer: unknown) => Criterion | undefined

const criteria: { readonly [Each in Kind]: Ask<Statements[Each]> } = {
  status: (claim) => claim,
  code: (claim) => claim,
  location: (claim) => claim,
  header: ({ name, values }) => ({ kind: 'header', name, ...(values && { values }) }),
  'media type': (claim) => claim,
  disposition: ({ names, id }) => ({
    kind: 'disposition',
    ...(names && { names: [...names, ...(id === undefined ? [] : [id])] }),
  }),
  bytes: ({ sha256 }) => ({ kind: 'digest', sha256 }),
  shows: (claim, { fields = [], expected }, answer) => ({
    kind: 'same',
    expected,
    // The whole record: that is what a script finds again in the answer.
    received: recordOf(claim, answer),
    fields: fields.map(pathOf),
    ...(claim.mayBeMissing && { mayBeMissing: true }),
  }),
  record: ({ expected, received }, { fields = [] }) => ({
    kind: 'same',
    expected,
    received,
    fields: fields.map(pathOf),
  }),
  field: ({ name, shown, isFilled, ...claim }, _, answer) => ({
    kind: 'field',
    name,
    shown,
    ...(isFilled && { isFilled }),
    in: recordOf(claim, answer),
  }),
  differs: ({ field, from, ...claim }, _, answer) => ({
    kind: 'same',
    expected: { [field]: from },
    received: recordOf(claim, answer),
    fields: [pathOf(field)],
    differs: true,
  }),
  now: ({ field, ...claim }, { expected }, answer) =>
    // Without a clock that is told, a script cannot tell more.
    isRecord(expected) && expected['seconds'] === clockTolerance
      ? { kind: 'now', in: recordOf(claim, answer), field, tolerance: clockTolerance }
      : undefined,
  text: ({ text, shown, ...claim }, _, answer) => ({ kind: 'text', text, shown, in: recordOf(claim, answer) }),
  same: (claim, { fields }) => ({ ...claim, ...(fields && { fields }) }),
  each: ({ lawful, ...claim }) => ({ ...claim, lawful: textsOf(lawful) }),
  entries: (claim, { received }) => ofEntries(claim, received),
  size: ({ among, ...size }) => ({ ...size, ...(among && { isGathered: true }) }),
  page: ({ least, most }, { received }) => ({
    kind: 'page',
    ...(typeof received === 'number' && sizeOf({ least, most })),
  }),
  pagination: ({ due, seen }) => ({ kind: 'pagination', due, seen }),
  order: () => ({ kind: 'order' }),
  rows: ({ expected, received }) => ({ kind: 'rows', expected, received }),
  race: ({ others }) => ({ kind: 'race', others }),
}

/** How an answer alone tells that a claim does not hold, where it does: what can be asked without the suite. */
export function criterionOf(claim: Claim, failure: Failure, answer: unknown): Criterion | undefined {
  const criterion = isBare(claim) ? claim.criterion : ofKind(claim.kind, claim, { failure, answer })
  if (claim.mayRefuse !== true || !criterion || criterion.kind === 'either' || criterion.kind === 'same')
    return criterion
  return { kind: 'either', of: [{ kind: 'status', lawful: 'a refusal' }, criterion] }
}

function ofKind<Each extends Kind>(
  kind: Each,
  claim: Statements[Each],
  { failure, answer }: { readonly failure: Failure; readonly answer: unknown },
): Criterion | undefined {
  return criteria[kind](claim, failure, answer)
}

/** One entry that is missing, or that ought to be: others are told by the same request. */
function ofEntries(claim: EntriesClaim, received: unknown): Criterion | undefined {
  if (isRecord(received) && 'status' in received) return { kind: 'status', lawful: 'a success' }
  const [id] = isRecord(received)
    ? [received['missing'], received['found'], received['others']].flatMap((ids) =>
        Array.isArray(ids) ? ids.map(String) : [],
      )
    : []
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

function textsOf(lawful: EachClaim['lawful']): Extract<Criterion, { kind: 'each' }>['lawful'] {
  if ('text' in lawful) return lawful
  return 'except' in lawful ? { except: lawful.except.map(String) } : lawful.map(String)
}

function sizeOf({ least, most }: { readonly least?: number | undefined; readonly most?: number | undefined }) {
  return { ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
}

function recordOf(claim: InRecord, answer: unknown): unknown {
  return 'in' in claim ? claim.in : answer
}

/** Of people only the id is compared. */
function pathOf(field: string): string {
  return people.has(field) ? `${field}.id` : field
}
