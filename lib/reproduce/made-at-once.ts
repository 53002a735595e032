import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Chain } from './chain-of.ts'
import type { Chronicle } from './chronicle.ts'

/**
 * Of a record that is missed in a list, what was made beside it at the same time is made so again: a creation that another
 * one overtakes may be lost.
 */
export function madeAtOnce(chain: Chain, { criterion }: Pick<NewFinding, 'criterion'>, chronicle: Chronicle): Chain {
  if (criterion?.kind !== 'entry' || !criterion.listed) return chain
  const made = chronicle.originOf(criterion.id)?.exchange
  const at = chain.exchanges.findIndex(({ sequence }) => sequence === made?.sequence)
  const own = chain.exchanges[at]
  if (!own || own.atOnce !== undefined || own.request.method !== 'POST') return chain
  let [first, last] = [at, at]
  while (isBeside(chain.exchanges[first - 1], own)) first -= 1
  while (isBeside(chain.exchanges[last + 1], own)) last += 1
  if (first === last) return chain
  const exchanges = chain.exchanges.map((exchange, index) =>
    index >= first && index <= last ? { ...exchange, atOnce: own.sequence } : exchange,
  )
  return { ...chain, exchanges }
}

/** Whether another of its kind was made while it was made. */
function isBeside(other: Exchange | undefined, own: Exchange): boolean {
  return (
    other !== undefined &&
    other.endpoint === own.endpoint &&
    other.status < 300 &&
    other.atOnce === undefined &&
    other.startedAt < own.startedAt + own.durationMs &&
    own.startedAt < other.startedAt + other.durationMs
  )
}
