import { isRecord } from '../../contract/is-record.ts'
import type { Criterion } from '../finding.ts'
import { people } from '../records/documented-fields.ts'
import type { Bare, Claim, EachClaim, Failure, Statement } from './claim.ts'
import { isBare } from './judge.ts'

/** How an answer alone tells that a claim does not hold, where it does: what can be asked without the suite. */
export function criterionOf(claim: Claim, failure: Failure): Criterion | undefined {
  return isBare(claim) ? (claim satisfies Bare).criterion : ofStatement(claim, failure)
}

function ofStatement(claim: Statement, { fields = [], expected, received }: Failure): Criterion | undefined {
  switch (claim.kind) {
    case 'status':
    case 'code':
    case 'location':
      return claim
    case 'header': {
      const [value] = claim.values ?? []
      return { kind: 'header', name: claim.name, ...(value !== undefined && { value }) }
    }
    case 'entries':
      return ofEntries(claim, received)
    case 'shows':
      return { kind: 'same', expected, received: 'in' in claim ? claim.in : received, fields: fields.map(pathOf) }
    case 'record':
      return { kind: 'same', expected: claim.expected, received: claim.received, fields: fields.map(pathOf) }
    case 'same':
      return { ...claim, expected, received }
    case 'differs':
      return {
        kind: 'same',
        expected: { [claim.field]: expected },
        received: { [claim.field]: received },
        fields,
        differs: true,
      }
    case 'field':
      return { kind: 'field', name: claim.name, shown: claim.shown, ...(claim.isFilled && { isFilled: true }) }
    case 'each':
      return {
        kind: 'each',
        field: claim.field,
        lawful: textsOf(claim.lawful),
        ...(claim.mayBeMissing && { mayBeMissing: true }),
      }
    case 'text':
      return { kind: 'text', text: claim.text, shown: claim.shown }
    case 'size':
      return claim.most === 0 ? { kind: 'empty' } : claim.least === 1 ? { kind: 'filled' } : undefined
    case 'order':
      return { kind: 'order' }
    case 'rows':
      return { kind: 'rows', expected: claim.expected, received: claim.received }
    case 'bytes':
    case 'media type':
      return undefined
    case 'disposition':
      return (
        claim.names && { kind: 'file name', names: [...claim.names, ...(claim.id === undefined ? [] : [claim.id])] }
      )
    case 'race':
      return { kind: 'race', others: claim.others }
  }
}

/** One entry that is missing, or that ought to be: others are told by the same request. */
function ofEntries(claim: Extract<Statement, { kind: 'entries' }>, received: unknown): Criterion | undefined {
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
