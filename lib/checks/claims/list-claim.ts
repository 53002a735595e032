import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../../client/succeeded.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Claim } from './claim.ts'
import { answeredBefore, isOfGateway, noList } from './no-verdict.ts'
import { received } from './received.ts'

interface Listing extends Pick<Claim, 'where'> {
  readonly id: string
  readonly claim: string
  readonly listed: boolean
}

/**
 * The answer is a list with or without an entry. Throws `UntestedError` where it is no list at all: that is judged on every
 * answer of a list.
 */
export function listClaim(exchange: Exchange, { id, listed, ...told }: Listing): Claim {
  if (told.where !== false && isOfGateway(exchange)) throw answeredBefore(exchange)
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  if (succeeded(exchange) && told.where !== false && !Array.isArray(items)) throw noList(exchange)
  if (!succeeded(exchange) || !Array.isArray(items))
    return {
      ...told,
      holds: false,
      expected: 'a list',
      received: received(exchange),
      criterion: { kind: 'status', lawful: 'a success' },
    }
  const found = items.some((entry) => isRecord(entry) && String(entry['id']).toLowerCase() === id.toLowerCase())
  return {
    ...told,
    holds: found === listed,
    expected: listed ? 'an entry with its id' : 'no entry with its id',
    received: `${found ? 'such an entry' : 'no such entry'} among ${items.length}`,
    criterion: { kind: 'entry', id, listed },
  }
}
