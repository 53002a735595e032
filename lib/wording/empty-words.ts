import type { Claim } from '../checks/claims/claim.ts'
import { nothingThere } from '../checks/errors.ts'
import type { Exchange } from '../client/exchange.ts'
import { requestText } from './source-words.ts'

/** Why there was nothing to evaluate for a claim: what was missing in the answer. `undefined` if the claim does not name it. */
export function emptyWords(claim: Claim, exchange: Exchange | undefined): string | undefined {
  const response = exchange === undefined ? 'the responses' : `the response of ${requestText(exchange)}`
  if ('field' in claim)
    return `${nothingThere}${response} contained no \`${claim.field}\` to compare; create a record that has one`
  if (claim.kind === 'entries') return `${nothingThere}the check had no record to look for in ${response}; create one`
  if ('claim' in claim) return `${nothingThere}${response} contained nothing for the claim: ${claim.claim}`
  return undefined
}
