import { startReference, type Reference, type ReferenceOptions } from '../reference/start-reference.ts'
import { Activations } from './changes/activations.ts'
import { applyRules } from './changes/apply-rules.ts'
import { applyStore } from './changes/apply-store.ts'
import { applyWire } from './changes/apply-wire.ts'
import type { AppliedChange } from './changes/applied-change.ts'
import type { Change } from './changes/change.ts'

/** What of a reference is changed: by the ids of faults and variants. */
interface Changed {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Further changes, which belong to no fault and no variant. */
  readonly changes?: readonly Change[]
}

/** How a reference is to be, and what of it is changed. */
export interface ChangedOptions extends Omit<ReferenceOptions, 'hooks'>, Changed {}

/** A running reference with faults, variants or other changes. */
export interface ChangedReference extends Reference {
  /** How often each fault of it has made a difference. */
  readonly activations: () => Readonly<Record<string, number>>
}

/** Starts a reference with faults, variants or other changes. Throws if an id of them is unknown. */
export async function startChangedReference(options: ChangedOptions): Promise<ChangedReference> {
  const activations = new Activations(options.faults ?? [])
  const applied = await changesOf(options, activations)
  const reference = await startReference({
    ...options,
    hooks: {
      replacements: applyRules(applied),
      prepareStore: (deployment) => applyStore(deployment, applied),
      extend: (app, deployment) => applyWire(app, deployment, applied),
    },
  })
  return { ...reference, activations: () => activations.counts() }
}

/**
 * The changes from the client inwards. A client's words are understood first and answers are put into the client's words
 * last: faults speak the sound service's. The catalogues are read only where something of them is asked for.
 */
async function changesOf(
  { faults = [], variants = [], changes = [] }: Changed,
  activations: Activations,
): Promise<readonly AppliedChange[]> {
  const lawful = variants.length === 0 ? [] : await lawfulChanges(variants)
  return [
    ...[...lawful, ...changes].map((change) => ({ change, onActivation: () => undefined })),
    ...(faults.length === 0 ? [] : await breaches(faults, activations)),
  ]
}

/** In the order of the catalogue, whatever the order in which they were named. */
async function lawfulChanges(named: readonly string[]): Promise<readonly Change[]> {
  const { variants, isVariantId } = await import('./variants/catalogue.ts')
  const ids = known('variant', named, isVariantId)
  return Object.entries(variants)
    .filter(([id]) => ids.some((variant) => variant === id))
    .flatMap(([, { changes }]) => changes)
}

async function breaches(named: readonly string[], activations: Activations): Promise<readonly AppliedChange[]> {
  const { faultOf, isFaultId } = await import('./faults/catalogue.ts')
  return known('fault', named, isFaultId).flatMap((id) =>
    faultOf(id).changes.map((change) => ({ change, onActivation: () => activations.count(id) })),
  )
}

function known<Id extends string>(
  what: string,
  ids: readonly string[],
  isKnown: (id: string) => id is Id,
): readonly Id[] {
  const unknown = ids.filter((id) => !isKnown(id))
  if (unknown.length > 0) throw new Error(`no such ${what}: ${unknown.join(', ')}`)
  return ids.filter(isKnown)
}
