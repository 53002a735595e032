import type { Leaf, Step } from '../run/steps/step.ts'
import type { StepPair } from './pair-steps.ts'
import type { Sighting } from './difference.ts'

type Seen = Pick<Sighting, 'kind' | 'where' | 'old' | 'new'>

const absent = 'absent'

/** The differences between two answers to the same request. */
export function comparePair(pair: StepPair): readonly Sighting[] {
  const { old, new: now } = pair
  const facts = {
    endpoint: now.endpoint,
    check: now.check,
    request: now.target,
    status: { old: old.status, new: now.status },
  }
  return seenIn(pair).map((seen) => ({ ...facts, ...seen }))
}

function seenIn(pair: StepPair): readonly Seen[] {
  const { old, new: now } = pair
  if (old.status !== now.status)
    return [{ kind: 'status', where: codesOf(pair), old: `${old.status}`, new: `${now.status}` }]
  return [...headersOf(pair), ...(areOfTheSame(pair) ? leavesOf(pair) : [])]
}

/** Distinguishes several changes of status at the same operation. */
function codesOf({ old, new: now }: StepPair): string {
  const codes = [codeOf(old), codeOf(now)].filter((code) => code !== undefined)
  return codes.length === 0 ? '' : codes.join(' → ')
}

function codeOf({ leaves, status }: Step): string | undefined {
  return status >= 400 ? leaves['error']?.values?.[0] : undefined
}

/** Values are compared for the run's own records, and for records with the same id in both deployments. */
function areOfTheSame({ old, new: now }: StepPair): boolean {
  if (old.own && now.own) return true
  return old.target === now.target && /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(old.target)
}

function headersOf(pair: StepPair): readonly Seen[] {
  const { old, new: now } = pair
  const names = new Set([...Object.keys(old.headers), ...Object.keys(now.headers)])
  return [...names].flatMap((where): readonly Seen[] => {
    const values = { old: old.headers[where] ?? absent, new: now.headers[where] ?? absent }
    // The name of a file is data.
    if (where === 'content-disposition' && !areOfTheSame(pair) && Object.values(values).every((one) => one !== absent))
      return []
    return values.old === values.new ? [] : [{ kind: 'header', where, ...values }]
  })
}

function leavesOf({ old, new: now }: StepPair): readonly Seen[] {
  const paths = new Set([...Object.keys(old.leaves), ...Object.keys(now.leaves)])
  return [...paths].flatMap((where) => compareLeaf(where, old, now))
}

function compareLeaf(where: string, { leaves: old, status }: Step, { leaves: now }: Step): readonly Seen[] {
  const [before, after] = [old[where], now[where]]
  if (!before || !after) {
    // The contents of an absent object, or of a list without entries, are absent for that reason.
    if (!standsIn(where, old) || !standsIn(where, now)) return []
    return [{ kind: 'field', where, old: shownTypes(before), new: shownTypes(after) }]
  }
  if (before.types.join() !== after.types.join())
    return [{ kind: 'type', where, old: shownTypes(before), new: shownTypes(after) }]
  // Objects are ignored, and so are entries of lists with different lengths.
  if (before.types.join() === 'object' || differInLength(where, old, now)) return []
  const values = { old: shownValues(before), new: shownValues(after) }
  if (values.old === values.new || before.values === undefined || after.values === undefined) return []
  return [{ kind: status >= 400 && where === 'error' ? 'code' : 'value', where, ...values }]
}

function standsIn(where: string, leaves: Readonly<Record<string, Leaf>>): boolean {
  const parent = parentOf(where)
  return parent === ''
    ? leaves['']?.types.includes('object') === true
    : leaves[parent]?.types.includes('object') === true
}

/** Whether a list around the place has a different number of entries in the other answer. */
function differInLength(
  where: string,
  old: Readonly<Record<string, Leaf>>,
  now: Readonly<Record<string, Leaf>>,
): boolean {
  const lists = [...where.matchAll(/\[\]/g)].map(({ index }) => where.slice(0, index))
  return lists.some((list) => old[list]?.values?.join() !== now[list]?.values?.join())
}

/** The place of the object that a field belongs to. */
export function parentOf(where: string): string {
  if (where.endsWith('[]')) return where.slice(0, -2)
  const dot = where.lastIndexOf('.')
  return dot === -1 ? '' : where.slice(0, dot)
}

function shownTypes(leaf: Leaf | undefined): string {
  return leaf === undefined ? absent : leaf.types.join('|')
}

function shownValues({ values = [] }: Leaf): string {
  const counts = Map.groupBy(values, (value) => value)
  if (counts.size === 1) return values[0] ?? ''
  return [...counts].map(([value, all]) => (all.length > 1 ? `${all.length} × ${value}` : value)).join(', ')
}
