import type { Exchange } from '../client/exchange.ts'
import { loansOfCheck, type Loan } from './preparation.ts'

interface Kind {
  readonly free: Loan[]
  lent: number
  made: number
  waiting: Array<() => void>
}

type Shared = <Made>(name: string, make: () => Promise<Made>) => Promise<Made>

/** Passes things from check to check, each to one at a time: what a check leaves unchanged, the next one need not create. */
export class Lending {
  readonly #kinds = new Map<string, Kind>()
  readonly #shared: Shared

  /** Makes things as set-ups that a session shares. */
  constructor(shared: Shared) {
    this.#shared = shared
  }

  /**
   * Creates something that checks use one after the other, each leaving it unchanged. Other checks wait meanwhile, if they have
   * borrowed nothing else. A set-up gets its own.
   */
  async lent<Made>(kind: string, make: () => Promise<Made>): Promise<Made> {
    const loans = loansOfCheck()
    if (!loans) return make()
    const loan = await this.borrow(kind, loans.length === 0 ? 1 : undefined)
    loan.staysAsItWas = () => true
    return this.#shared(loan.name, make)
  }

  /** Borrows one of the things of a kind for the calling check; at most this many are lent at once. */
  async borrow(kind: string, most?: number): Promise<Loan> {
    const loan = await this.take(kind, most)
    loansOfCheck()?.push(loan)
    return loan
  }

  /** Takes back what a check has borrowed: the next check gets it if this one passed and, by all its requests, left it unchanged. */
  endAll(loans: readonly Loan[], trail?: readonly Exchange[]): void {
    for (const loan of loans) {
      const isAsItWas = trail !== undefined && loan.staysAsItWas(trail)
      this.end(loan, isAsItWas)
      if (trail !== undefined && !isAsItWas) loan.whenChanged?.(trail)
    }
  }

  /** The next thing of a kind: a free one, a new one, or, if the maximum is lent, one that comes back. */
  async take(kind: string, most = Number.POSITIVE_INFINITY): Promise<Loan> {
    const known = this.#kinds.get(kind) ?? { free: [], lent: 0, made: 0, waiting: [] }
    this.#kinds.set(kind, known)
    while (known.free.length === 0 && known.lent >= most)
      await new Promise<void>((resolve) => known.waiting.push(resolve))
    known.lent += 1
    const free = known.free.pop()
    if (free) return free
    known.made += 1
    return { kind, name: `${kind} (lent ${known.made})`, isNew: true, staysAsItWas: () => false }
  }

  /** Takes back what was lent; if it was changed, it is not lent again. */
  end({ kind, name }: Loan, isAsItWas: boolean): void {
    const known = this.#kinds.get(kind)
    if (!known) return
    known.lent -= 1
    if (isAsItWas) known.free.push({ kind, name, isNew: false, staysAsItWas: () => false })
    for (const goOn of known.waiting.splice(0)) goOn()
  }
}
