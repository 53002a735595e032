import type { Check } from '../../lib/run/check.ts'
import { Session, type SessionOptions } from '../../lib/run/session.ts'
import { isWatchable, watchReach } from '../../proof/changes/watch-reach.ts'
import { faults, isFaultId, type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { senders, tellSenders, type Sender } from './senders.ts'

/** What all of the dialect is known under: what one discovery finds, others build on. */
const dialect: Sender = 'shared dialect'

const changesOfFaults = Object.keys(faults)
  .filter((id) => isFaultId(id))
  .flatMap((name) => faultOf(name).changes.map((change) => ({ name, change })))

const unwatched = new Set(changesOfFaults.filter(({ change }) => !isWatchable(change)).map(({ name }) => name))

/**
 * The checks that can see each fault: those of whose requests, or of whose shared fixtures' requests, at least one comes
 * to what the fault changes. Found out in one run against a sound reference, in which every request says for whom it is sent.
 * A fault for which that cannot be told is proven by all checks. What shows in a race only may be reached by nobody in that run:
 * the checks of what a fault breaks are always among its own.
 * What comes to nothing that a fault changes gets the same answers with the fault as without, so a run of the witnesses says all
 * that a run of the whole suite says.
 */
export async function findWitnesses(checks: readonly Check[]): Promise<ReadonlyMap<FaultId, readonly Check[]>> {
  const asked = new Map<Sender, Set<FaultId>>()
  const uses = new Map<Sender, Set<Sender>>()
  const reached = (id: FaultId): unknown => valuesOf(asked, senders.getStore() ?? dialect).add(id)
  using _ = tellSenders()
  await judgeReference({
    checks: checks.map((check) => ({
      ...check,
      run: (context) => senders.run(check.title, () => check.run(context)),
    })),
    openSession: (options) => new TracingSession(options, (user, used) => valuesOf(uses, user).add(used)),
    changes: watchReach(changesOfFaults, reached),
  })
  const witnesses = new Map<FaultId, Check[]>()
  for (const check of checks)
    for (const id of faultsSeenBy(check.title, asked, uses).union(unwatched).union(faultsJudgedBy(check)))
      witnesses.set(id, [...(witnesses.get(id) ?? []), check])
  return witnesses
}

function faultsJudgedBy(check: Check): ReadonlySet<FaultId> {
  const ids = Object.keys(faults).filter((id) => isFaultId(id))
  return new Set(ids.filter((id) => checksOf(faultOf(id).breaks, [check]).length > 0))
}

/** Notes which check or shared thing uses which shared thing, and lets what is made be sent in the thing's own name. */
class TracingSession extends Session {
  readonly #onUse: (user: Sender, used: Sender) => void

  constructor(options: SessionOptions, onUse: (user: Sender, used: Sender) => void) {
    super(options)
    this.#onUse = onUse
    const { dialect: discovered } = this
    Object.defineProperty(this, 'dialect', { value: this.#traced(discovered) })
  }

  override shared<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    this.#uses(`shared ${name}`)
    return super.shared(name, () => senders.run(`shared ${name}`, make))
  }

  #uses(used: Sender): void {
    const user = senders.getStore()
    if (user !== undefined && user !== used) this.#onUse(user, used)
  }

  #traced(discovered: Session['dialect']): Session['dialect'] {
    return new Proxy(discovered, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property, target)
        if (typeof member !== 'function') return member
        return (...parameters: readonly unknown[]): unknown => {
          this.#uses(dialect)
          return senders.run(dialect, () => Reflect.apply(member, target, parameters))
        }
      },
    })
  }
}

function faultsSeenBy(
  sender: Sender,
  asked: ReadonlyMap<Sender, ReadonlySet<FaultId>>,
  uses: ReadonlyMap<Sender, ReadonlySet<Sender>>,
): ReadonlySet<FaultId> {
  const reached = new Set([sender])
  // A set that grows while it is gone through: each sender brings those that it uses.
  for (const one of reached) for (const used of uses.get(one) ?? []) reached.add(used)
  return new Set([...reached].flatMap((one) => [...(asked.get(one) ?? [])]))
}

function valuesOf<Value>(sets: Map<Sender, Set<Value>>, sender: Sender): Set<Value> {
  const values = sets.get(sender) ?? new Set<Value>()
  sets.set(sender, values)
  return values
}
