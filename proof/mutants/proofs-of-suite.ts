import type { Check } from '../../lib/run/check.ts'
import { type FaultId, faultOf } from '../faults/catalogue.ts'
import { checksOf } from '../judge/checks-of.ts'
import { dealVariants, variantIds } from '../judge/deal-variants.ts'
import { shuffled } from '../judge/shuffled.ts'
import { showsByTheClock } from '../judge/shows-by-the-clock.ts'
import { bugsOfServers, type ServerBug } from '../servers/bugs-of-servers.ts'
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
  /** Whether the sound reference leads to the mutated code. */
  readonly isReached: boolean
}

const ownFaultsTried = 25
const otherFaultsTried = 12
const faultsByTheClockTried = 12
const bugsTried = 12
const groupsTried = 6
const variantsInGroup = 25

/** A run of so many checks takes seconds. */
const manyChecks = 1000
/** A run of fewer takes less than the start of a reference. */
const fewChecks = 10

/**
 * Faults that the concerned checks come to: first those of requirements that they judge, of these those that the mutated file names
 * and those that fewest other checks find; then those that they must not blame on anything else, which fewest others come to.
 */
export function chosenFaults(concern: Concern): readonly FaultId[] {
  const ranked = rankedFaults(concern).filter(({ fault }) => !showsByTheClock(fault))
  const own = ranked.filter(({ share }) => share > 0)
  const named = own.filter(({ isNamed }) => isNamed)
  const others = ranked.filter(({ share }) => share === 0)
  const tried = [...new Set([...named, ...own])].slice(0, ownFaultsTried)
  return [...tried, ...others.slice(0, otherFaultsTried)].map(({ fault }) => fault)
}

/** The same of faults that show in windows of time: those of requirements that the concerned checks judge. */
export function chosenFaultsByTheClock(concern: Concern): readonly FaultId[] {
  return rankedFaults(concern)
    .filter(({ fault, share }) => share > 0 && showsByTheClock(fault))
    .slice(0, faultsByTheClockTried)
    .map(({ fault }) => fault)
}

interface RankedFault {
  readonly fault: FaultId
  /** How many of the checks that find it are concerned, from 0 to 1. */
  readonly share: number
  readonly isNamed: boolean
}

function rankedFaults({ checks, concerned, names, seed, sound }: Concern): readonly RankedFault[] {
  const titles = new Set(concerned.map(({ title }) => title))
  return shuffled(sound.witnesses, seed)
    .filter(([, places]) => places.some((at) => titles.has(sound.titles[at] ?? '')))
    .map(([fault, { length: witnesses }]) => {
      const { breaks } = faultOf(fault)
      const finding = checksOf(breaks, checks)
      const share = finding.filter(({ title }) => titles.has(title)).length / finding.length
      return { fault, witnesses, share, isNamed: breaks.some((id) => names.includes(id)) }
    })
    .toSorted((one, other) => other.share - one.share || one.witnesses - other.witnesses)
}

/** Bugs of independent servers that break what the concerned checks judge. */
export function chosenBugs({ concerned, seed }: Concern): readonly ServerBug[] {
  const isJudged = ({ breaks }: ServerBug): boolean => checksOf(breaks, concerned).length > 0
  return shuffled(bugsOfServers.filter(isJudged), seed).slice(0, bugsTried)
}

/**
 * Groups of variants that touch what the concerned checks judge, those that touch named requirements first; for few checks all others
 * too. Code that the sound reference does not come to may be a guard for one of them.
 */
export function chosenVariants(concern: Concern): ReadonlyArray<readonly VariantId[]> {
  const { concerned, names, seed, isReached } = concern
  const judged = new Set<string>(concerned.flatMap(({ verifies, covers }) => [...verifies, ...covers]))
  const rankOf = (id: VariantId): number => {
    const [closest, ...others] = variants[id].touches
    if (names.includes(closest)) return 0
    if (others.some((one) => names.includes(one)) || judged.has(closest)) return 1
    return others.some((one) => judged.has(one)) ? 2 : 3
  }
  const groups = [0, 1, 2, 3].map((rank) =>
    dealVariants({ of: variantIds.filter((id) => rankOf(id) === rank), seed, size: variantsInGroup }),
  )
  if (concerned.length < fewChecks) return groups.flat()
  const tried = isReached ? groupsTried : 2 * groupsTried
  return groups
    .slice(0, 3)
    .flat()
    .slice(0, concerned.length > manyChecks ? 2 : tried)
}
