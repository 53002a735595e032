import type { Check } from '../../lib/run/check.ts'
import { type FaultId, faultOf } from '../faults/catalogue.ts'
import { checksOf } from '../judge/checks-of.ts'
import { dealVariants, variantIds } from '../judge/deal-variants.ts'
import { shuffled } from '../judge/shuffled.ts'
import { showsByTheClock } from '../judge/shows-by-the-clock.ts'
import { type VariantId, variants } from '../variants/catalogue.ts'
import type { SoundSuite } from './instrumented.ts'

/** Whose faults and variants are sought. */
export interface Concern {
  /** All checks. */
  readonly checks: readonly Check[]
  /** The checks that execute the mutated code. */
  readonly concerned: readonly Check[]
  /** The requirements that the mutated file names. */
  readonly names: readonly string[]
  readonly seed: number
  readonly sound: SoundSuite
}

const ownFaultsTried = 25
const otherFaultsTried = 12
const groupsTried = 6
const variantsInGroup = 25

/** A run of so many checks takes seconds. */
const manyChecks = 1000

/**
 * Faults that the concerned checks come to: first those of requirements that they judge, of these those that the mutated file names
 * and those that fewest other checks find; then those that they must not blame on anything else, which fewest others come to.
 */
export function chosenFaults({ checks, concerned, names, seed, sound }: Concern): readonly FaultId[] {
  const titles = new Set(concerned.map(({ title }) => title))
  const rank = (fault: FaultId): number => {
    const { breaks } = faultOf(fault)
    const finding = checksOf(breaks, checks)
    const share = finding.filter(({ title }) => titles.has(title)).length / finding.length
    return share === 0 ? 0 : share + (breaks.some((id) => names.includes(id)) ? 1 : 0)
  }
  const seen = sound.witnesses.filter(([, places]) => places.some((place) => titles.has(sound.titles[place] ?? '')))
  const ranked = shuffled(seen, seed)
    .map(([fault, { length: witnesses }]) => ({ fault, rank: rank(fault), witnesses }))
    .filter(({ fault }) => !showsByTheClock(fault))
    .toSorted((one, other) => other.rank - one.rank || one.witnesses - other.witnesses)
  const own = ranked.filter(({ rank }) => rank > 0).slice(0, ownFaultsTried)
  const others = ranked.filter(({ rank }) => rank === 0).slice(0, otherFaultsTried)
  return [...own, ...others].map(({ fault }) => fault)
}

/** Groups of variants that touch what the concerned checks judge, those that touch named requirements first. */
export function chosenVariants({ concerned, names, seed }: Concern): ReadonlyArray<readonly VariantId[]> {
  const judged = new Set<string>(concerned.flatMap(({ verifies, covers }) => [...verifies, ...covers]))
  const touchAny = (ids: ReadonlySet<string>) => (id: VariantId) => variants[id].touches.some((one) => ids.has(one))
  const touching = variantIds.filter(touchAny(judged))
  const touchingNamed = touching.filter(touchAny(new Set(names)))
  const others = touching.filter((id) => !touchingNamed.includes(id))
  const deal = (of: readonly VariantId[]): ReadonlyArray<readonly VariantId[]> =>
    dealVariants({ of, seed, size: variantsInGroup })
  return [...deal(touchingNamed), ...deal(others)].slice(0, concerned.length > manyChecks ? 2 : groupsTried)
}
