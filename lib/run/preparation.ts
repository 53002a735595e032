import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exchange } from '../client/exchange.ts'

/** One of the things of a kind, in the hands of one check. */
export interface Loan {
  readonly kind: string
  /** The name of the set-up that makes it. */
  readonly name: string
  /** Nobody has had it before. */
  readonly isNew: boolean
  /** Whether a check that has passed leaves it as it was, by all that the check has sent. */
  staysAsItWas: (trail: readonly Exchange[]) => boolean
  /** What becomes of one that a check that has passed has changed. */
  whenChanged?: (trail: readonly Exchange[]) => void
}

/** What was sent to make something that checks share, and the shared things that it builds on itself. */
export interface Preparation {
  readonly sent: Exchange[]
  readonly used: Set<Preparation>
  /** What a check has borrowed; a set-up keeps what it makes. */
  readonly loans?: Loan[]
}

const current = new AsyncLocalStorage<Preparation>()

/** A preparation in which nothing is sent yet. */
export function newPreparation(): Preparation {
  return { sent: [], used: new Set() }
}

/** The same of a check, which may borrow. */
export function newPreparationOfCheck(): Preparation & Required<Pick<Preparation, 'loans'>> {
  return { ...newPreparation(), loans: [] }
}

/** What the check has borrowed that asks; `undefined` where a set-up does. */
export function loansOfCheck(): Loan[] | undefined {
  return current.getStore()?.loans
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
