import type { Check } from '../../lib/run/check.ts'
import { isWatchable, watchReach } from '../../proof/changes/watch-reach.ts'
import { faults, isFaultId, type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { dialect, type Sender, TracingSession, Uses } from '../../proof/judge/tracing-session.ts'
import { senders, tellSenders } from './senders.ts'

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
  const uses = new Uses()
  const reached = (id: FaultId): unknown => valuesOf(asked, senders.getStore() ?? dialect).add(id)
  using _ = tellSenders()
  await judgeReference({
    checks: checks.map((check) => ({
      ...check,
      run: (context) => senders.run(check.title, () => check.run(context)),
    })),
    openSession: (options) => new TracingSession(options, { senders, uses }),
    changes: watchReach(changesOfFaults, reached),
  })
  const witnesses = new Map<FaultId, Check[]>()
  for (const check of checks) {
    const seen = [...uses.behind(check.title)].flatMap((sender) => [...(asked.get(sender) ?? [])])
    for (const id of new Set(seen).union(unwatched).union(faultsJudgedBy(check)))
      witnesses.set(id, [...(witnesses.get(id) ?? []), check])
  }
  return witnesses
}

function faultsJudgedBy(check: Check): ReadonlySet<FaultId> {
  const ids = Object.keys(faults).filter((id) => isFaultId(id))
  return new Set(ids.filter((id) => checksOf(faultOf(id).breaks, [check]).length > 0))
}

function valuesOf<Value>(sets: Map<Sender, Set<Value>>, sender: Sender): Set<Value> {
  const values = sets.get(sender) ?? new Set<Value>()
  sets.set(sender, values)
  return values
}
