import { startReference, type Reference, type ReferenceOptions } from '../reference/start-reference.ts'
import { Activations } from './changes/activations.ts'
import { applyRules } from './changes/apply-rules.ts'
import { applyStore } from './changes/apply-store.ts'
import { applyWire } from './changes/apply-wire.ts'
import { changesOf, type Changed } from './changes/changes-of.ts'

/** How a reference is to be, and what of it is changed. */
export interface ChangedOptions extends Omit<ReferenceOptions, 'hooks'>, Changed {}

/** A running reference with faults, variants or other changes. */
export interface ChangedReference extends Reference {
  /** How often each fault of it has made a difference. */
  readonly activations: () => Readonly<Record<string, number>>
}

/** Starts a reference with faults, variants or other changes. Throws where an id of them is unknown. */
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
