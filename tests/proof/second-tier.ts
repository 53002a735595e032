import { describe, expect, test, type TaskMeta } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, isFaultId } from '../../proof/faults/catalogue.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { accusationsOf } from './accusations.ts'
import { datedAnswers } from './dated-answers.ts'
import { variantIds } from '../../proof/judge/deal-variants.ts'
import { expectNoAccusation } from './expect-no-accusation.ts'
import { expectExactBlame, isExact, judgeFault } from './judge-fault.ts'
import { proofBudget } from './proof-budget.ts'
import { sharedWitnesses } from './shared-witnesses.ts'
import { shuffled } from '../../proof/judge/shuffled.ts'

const byOurClock = { changes: [datedAnswers] }

/** So many faults for each variant or seed, until no fault is left. */
const faultsBeforeAnother = 4

interface Proof {
  readonly name: string
  readonly expectProof: (meta: TaskMeta) => Promise<void>
}

/**
 * Declares the second tier of the proof, of which each of several files takes a part: each fault by all checks that can
 * see it, each variant by itself, twenty seeds. The order is shuffled by `PROOF_SEED`, so that a run bounded by
 * `PROOF_MINUTES` is a sample of all of it, mostly of faults: groups of variants are a file of their own. The clock is the
 * test's own: no window is missed on a busy machine, and none is waited for. A fault whose blame differs is judged a second
 * time: with all checks at once it is a matter of chance which of them meets it first, or while another one writes. An
 * accusation of a variant is never tried again.
 */
export function proveSecondTier(part: number, parts: number): void {
  skipIdleTimeInThisFile()
  const proofs = allProofs().filter((_, index) => index % parts === part)
  describe(`part ${part + 1} of ${parts}: ${proofs.length} proofs, seed ${proofBudget.seed}`, () => {
    test.concurrent.for(proofs)('$name', ({ expectProof }, { task }) => expectProof(task.meta))
  })
}

function allProofs(): readonly Proof[] {
  const checks = collectChecks()
  let witnesses: ReturnType<typeof sharedWitnesses> | undefined
  const found = Object.keys(faults)
    .filter((id) => isFaultId(id))
    .map((id) => ({
      name: `fault ${id}`,
      expectProof: async (meta: TaskMeta) => {
        witnesses ??= checks.then((all) => sharedWitnesses(all))
        const seenBy = (await witnesses).get(id) ?? []
        const first = await judgeFault(id, seenBy, byOurClock)
        expectExactBlame(id, isExact(id, first) ? first : await judgeFault(id, seenBy, byOurClock), meta)
      },
    }))
  const innocent = variantIds.map((id) => ({
    name: `variant ${id}`,
    expectProof: (meta: TaskMeta) => expectNoAccusation([id], meta),
  }))
  const seeds = Array.from({ length: 20 }, (_, index) => ({
    name: `seed ${index + 1}`,
    expectProof: async () => expect(await accusationsOf({ seed: index + 1, ...byOurClock })).toEqual([]),
  }))
  const others = shuffled([...innocent, ...seeds], proofBudget.seed)
  const mixed = shuffled(found, proofBudget.seed).flatMap((proof, index) =>
    index % faultsBeforeAnother === 0 ? [proof, ...others.slice(index / faultsBeforeAnother).slice(0, 1)] : [proof],
  )
  return [...mixed, ...others.slice(Math.ceil(found.length / faultsBeforeAnother))]
}
