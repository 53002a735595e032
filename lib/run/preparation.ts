import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exchange } from '../client/exchange.ts'

/** One of the things of a kind, lent to one check. */
export interface Loan {
  readonly kind: string
  /** The name of the set-up that makes it. */
  readonly name: string
  /** Nobody has had it before. */
  readonly isNew: boolean
  /** Whether a passed check leaves it unchanged, by all requests of the check. */
  staysAsItWas: (trail: readonly Exchange[]) => boolean
  /** What becomes of one that a check that has passed has changed. */
  whenChanged?: (trail: readonly Exchange[]) => void
}

/** The requests that created a shared thing, and the shared things that it builds on. */
export interface Preparation {
  readonly sent: Exchange[]
  readonly used: Set<Preparation>
  /** The loans of a check; a set-up keeps what it creates. */
  readonly loans?: Loan[]
  /** Whether a check has judged as much as the effort wants. */
  readonly isEnough?: () => boolean
}

const current = new AsyncLocalStorage<Preparation>()

/** A preparation in which nothing is sent yet. */
export function newPreparation(): Preparation {
  return { sent: [], used: new Set() }
}

/** The same of a check, which may borrow. */
export function newPreparationOfCheck(isEnough: () => boolean): Preparation & Required<Pick<Preparation, 'loans'>> {
  return { ...newPreparation(), loans: [], isEnough }
}

/** Whether the calling check may omit its further rows and examples; they still run if they cost no request. */
export function hasJudgedEnough(sentBefore: number): boolean {
  const check = current.getStore()
  return check?.isEnough?.() === true && check.sent.length > sentBefore
}

/** The number of requests that the calling check has sent. */
export function sentSoFar(): number {
  return current.getStore()?.sent.length ?? 0
}

/** The loans of the calling check; `undefined` in a set-up. */
export function loansOfCheck(): Loan[] | undefined {
  return current.getStore()?.loans
}

/** Records the requests, and the used shared things, until `make` ends, in a preparation. */
export function within<Made>(preparation: Preparation, make: () => Promise<Made>): Promise<Made> {
  return current.run(preparation, make)
}

/** Notes an exchange for what is being made. */
export function noteSent(exchange: Exchange): void {
  current.getStore()?.sent.push(exchange)
}

/** Notes that the current set-up builds on something shared. */
export function noteUse(preparation: Preparation): void {
  current.getStore()?.used.add(preparation)
}

/** All requests for the shared things of a preparation, oldest first. */
export function sentForOthers(preparation: Preparation): readonly Exchange[] {
  const known = new Set<Preparation>([preparation])
  const sent = new Map<number, Exchange>()
  // A set that grows during iteration is iterated to its end.
  for (const { used } of known)
    for (const other of used) {
      known.add(other)
      for (const exchange of other.sent) sent.set(exchange.sequence, exchange)
    }
  return [...sent.values()].sort((one, other) => one.sequence - other.sequence)
}
