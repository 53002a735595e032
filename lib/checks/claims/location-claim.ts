import type { Exchange } from '../../client/exchange.ts'
import { show } from '../../contract/show.ts'
import { validationLocations } from '../error-body.ts'
import type { Claim } from './claim.ts'

/** lawful: a part may be a whole path, and spell the name in its service's own way: `/items/0/readableId`, `items[0].readable_id`. */
function isNamedIn(part: string, name: string): boolean {
  return part.split(/[^\w-]+/).some((word) => lettersOf(word) === lettersOf(name))
}

function lettersOf(word: string): string {
  return word.replaceAll(/[_-]/g, '').toLowerCase()
}

/** The validation errors of the answer name this field or parameter. */
export function locationClaim(exchange: Exchange, name: string): Claim {
  const locations = validationLocations(exchange)
  return {
    claim: `${exchange.endpoint ?? exchange.request.method} names what is wrong`,
    holds: locations.some((parts) => parts.some((part) => isNamedIn(part, name))),
    expected: `an entry of details.errors whose loc holds ${show(name)}`,
    received: locations.length === 0 ? 'no locations' : show(locations),
    criterion: { kind: 'location', name },
  }
}
