import type { Exchange } from '../../client/exchange.ts'
import { instantOf } from '../../contract/instant.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import type { Claim } from './claim.ts'
import { recordsOf } from './judge-lists.ts'
import { recordIn } from './judge-values.ts'

/** Whether the claim is about each of several things, and there are none: then it proves nothing. */
export function isOverNothing(claim: Claim, exchange: Exchange | undefined): boolean {
  if (claim.over) return isEmpty(claim.over)
  if (claim.kind === 'entries') return claim.ids.length === 0 && claim.only !== true
  if (claim.kind === 'each' && !('except' in claim.lawful))
    return (claim.among ?? recordsOf(exchange?.json)).length === 0
  if (claim.kind === 'now') return instantOf(fieldIn(recordIn(claim, exchange), claim.field)) === undefined
  return claim.kind === 'order' && claim.ids.length === 0
}

function isEmpty(things: Iterable<unknown>): boolean {
  for (const _ of things) return false
  return true
}
