import { isVariantId, type Variant, type VariantId, variants } from '../variants/catalogue.ts'
import { shuffled } from './shuffled.ts'

/** Every variant. */
export const variantIds: readonly VariantId[] = Object.keys(variants).filter((id) => isVariantId(id))

/** How variants are dealt into groups. */
export interface Deal {
  readonly seed: number
  /** Which are dealt; all by default. */
  readonly of?: readonly VariantId[]
  /** At most so many in a group. */
  readonly size: number
  /** Those that take part in every group that they go together with. */
  readonly everywhere?: readonly VariantId[]
}

/** Deals variants into groups of such as go together: one run shows that none of a group is accused beside the others. */
export function dealVariants({
  of = variantIds,
  seed,
  size,
  everywhere = [],
}: Deal): ReadonlyArray<readonly VariantId[]> {
  const groups: VariantId[][] = []
  for (const id of shuffled(of, seed)) {
    const group = groups.find((chosen) => chosen.length < size && chosen.every((other) => goTogether(id, other)))
    if (group) group.push(id)
    else groups.push([id])
  }
  return groups.map((group) => everywhere.reduce(joined, group))
}

function joined(group: readonly VariantId[], id: VariantId): readonly VariantId[] {
  return !group.includes(id) && group.every((other) => goTogether(id, other)) ? [...group, id] : group
}

/** Without controls much is untested: such variants keep to themselves, so that they hide nothing of the others. */
function goTogether(one: VariantId, other: VariantId): boolean {
  if ((variants[one].controls === false) !== (variants[other].controls === false)) return false
  return !areAlternatives(variants[one], variants[other]) && !excludes(one, other) && !excludes(other, one)
}

/**
 * Whether two variants are two ways to do one thing, so that a deployment has one of them at most: both replace the same
 * function of the reference and touch a common requirement, or both change the same part of an exchange and touch exactly
 * the same requirements.
 */
function areAlternatives(one: Variant, other: Variant): boolean {
  const shared = one.touches.filter((id) => other.touches.includes(id))
  const touchTheSame = shared.length === one.touches.length && shared.length === other.touches.length
  return (
    shared.length > 0 &&
    one.changes.some((change) =>
      other.changes.some((another) =>
        change.place === 'rule'
          ? another.place === 'rule' && another.rule === change.rule
          : another.place === change.place && touchTheSame,
      ),
    )
  )
}

function excludes(one: VariantId, other: VariantId): boolean {
  return variants[one].without?.includes(other) === true
}
