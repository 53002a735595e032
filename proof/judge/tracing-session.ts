import type { AsyncLocalStorage } from 'node:async_hooks'
import { Session, type SessionOptions } from '../../lib/run/session.ts'

/** On whose behalf something is done: a check by its title, or what checks share by its name. */
export type Sender = string

/** What all of the dialect is known under: what one discovery finds, others build on. */
export const dialect: Sender = 'shared dialect'

/** Which shared things each check, and each shared thing, uses. */
export class Uses {
  readonly #uses = new Map<Sender, Set<Sender>>()

  note(user: Sender, used: Sender): void {
    const known = this.#uses.get(user)
    if (known) known.add(used)
    else this.#uses.set(user, new Set([used]))
  }

  /** A check, and all that was made for it. */
  behind(sender: Sender): ReadonlySet<Sender> {
    const reached = new Set([sender])
    // A set that grows while it is gone through: each sender brings those that it uses.
    for (const one of reached) for (const used of this.#uses.get(one) ?? []) reached.add(used)
    return reached
  }
}

interface Trace {
  /** The sender of what is being done now. */
  readonly senders: AsyncLocalStorage<Sender>
  readonly uses: Uses
}

/** Notes which check or shared thing uses which shared thing, and lets what is made be done in the thing's own name. */
export class TracingSession extends Session {
  readonly #trace: Trace

  constructor(options: SessionOptions, trace: Trace) {
    super(options)
    this.#trace = trace
    const { dialect: discovered } = this
    Object.defineProperty(this, 'dialect', { value: this.#traced(discovered) })
  }

  override shared<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    this.#uses(`shared ${name}`)
    return super.shared(name, () => this.#trace.senders.run(`shared ${name}`, make))
  }

  #uses(used: Sender): void {
    const user = this.#trace.senders.getStore()
    if (user !== undefined && user !== used) this.#trace.uses.note(user, used)
  }

  #traced(discovered: Session['dialect']): Session['dialect'] {
    return new Proxy(discovered, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property, target)
        if (typeof member !== 'function') return member
        return (...parameters: readonly unknown[]): unknown => {
          this.#uses(dialect)
          return this.#trace.senders.run(dialect, () => Reflect.apply(member, target, parameters))
        }
      },
    })
  }
}
