import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exchange } from '../client/exchange.ts'

/** What was sent to make something that checks share, and the shared things that it builds on itself. */
export interface Preparation {
  readonly sent: Exchange[]
  readonly used: Set<Preparation>
}

const current = new AsyncLocalStorage<Preparation>()

/** A preparation in which nothing is sent yet. */
export function newPreparation(): Preparation {
  return { sent: [], used: new Set() }
}

/** Counts what is sent, and what is used of others, until `make` ends to a preparation. */
export function within<Made>(preparation: Preparation, make: () => Promise<Made>): Promise<Made> {
  return current.run(preparation, make)
}

/** Notes an exchange for what is being made. */
export function noteSent(exchange: Exchange): void {
  current.getStore()?.sent.push(exchange)
}

/** Notes that what is being made builds on something that is shared. */
export function noteUse(preparation: Preparation): void {
  current.getStore()?.used.add(preparation)
}

/** All that was sent for the shared things that a preparation builds on, oldest first. */
export function sentForOthers(preparation: Preparation): readonly Exchange[] {
  const known = new Set<Preparation>([preparation])
  const sent = new Map<number, Exchange>()
  // A set that grows while it is iterated is iterated to its end.
  for (const { used } of known)
    for (const other of used) {
      known.add(other)
      for (const exchange of other.sent) sent.set(exchange.sequence, exchange)
    }
  return [...sent.values()].sort((one, other) => one.sequence - other.sequence)
}
