import fc from 'fast-check'
import { describe, expect, test, type TaskMeta } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { faults, isFaultId } from '../../reference/faults/catalogue.ts'
import { isVariantId, variants } from '../../reference/variants/catalogue.ts'
import { bugsOfServers } from '../independent-servers/bugs-of-servers.ts'
import { expectBugFound, judgeBug } from '../independent-servers/expect-bug-found.ts'
import { accusationsOf } from './accusations.ts'
import { expectExactBlame, judgeFault } from './judge-fault.ts'
import { findWitnesses } from './witnesses.ts'

interface Proof {
  readonly name: string
  readonly expectProof: (meta: TaskMeta) => Promise<void>
}

const environment = {
  /** The order in which the proofs are tried. */
  seed: Number(process.env['PROOF_SEED'] ?? 0),
  /** Minutes after which no further proof is begun; without it all are tried. */
  minutes: Number(process.env['PROOF_MINUTES'] ?? Number.POSITIVE_INFINITY),
}

/**
 * Declares the second tier of the proof, of which each of several files takes a part: each fault by all checks that can
 * see it, each variant by itself, twenty seeds, each bug of the independent servers by all checks. The order is shuffled
 * by `PROOF_SEED`; after `PROOF_MINUTES` what was not begun is skipped, so that a bounded run is a sample of all of it.
 */
export function proveSecondTier(part: number, parts: number): void {
  const proofs = shuffled(allProofs()).filter((_, index) => index % parts === part)
  const end = Date.now() + environment.minutes * 60_000
  describe(`part ${part + 1} of ${parts}: ${proofs.length} proofs, seed ${environment.seed}`, () => {
    test.concurrent.for(proofs)('$name', { retry: 1 }, async ({ expectProof }, { skip, task }) => {
      if (Date.now() > end) skip(`beyond the budget of ${environment.minutes} minutes`)
      await expectProof(task.meta)
    })
  })
}

function allProofs(): readonly Proof[] {
  const checks = collectChecks()
  let witnesses: ReturnType<typeof findWitnesses> | undefined
  const found = Object.keys(faults)
    .filter((id) => isFaultId(id))
    .map((id) => ({
      name: `fault ${id}`,
      expectProof: async (meta: TaskMeta) => {
        witnesses ??= checks.then((all) => findWitnesses(all))
        expectExactBlame(id, await judgeFault(id, (await witnesses).get(id) ?? []), meta)
      },
    }))
  const innocent = Object.keys(variants)
    .filter((id) => isVariantId(id))
    .map((id) => ({
      name: `variant ${id}`,
      expectProof: async () => expect(await accusationsOf({ variants: [id] })).toEqual([]),
    }))
  const seeds = Array.from({ length: 20 }, (_, index) => ({
    name: `seed ${index + 1}`,
    expectProof: async () => expect(await accusationsOf({ seed: index + 1 })).toEqual([]),
  }))
  const bugs = bugsOfServers.map((bug) => ({
    name: `${bug.server}: ${bug.id}`,
    expectProof: async () => expectBugFound(bug, await judgeBug(bug, await checks)),
  }))
  return [...found, ...innocent, ...seeds, ...bugs]
}

function shuffled(proofs: readonly Proof[]): readonly Proof[] {
  const whole = { minLength: proofs.length, maxLength: proofs.length }
  const [order = proofs] = fc.sample(fc.shuffledSubarray([...proofs], whole), { numRuns: 1, seed: environment.seed })
  return order
}
