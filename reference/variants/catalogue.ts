import switchedContent from './switched-content.json' with { type: 'json' }
import switchedFiles from './switched-files.json' with { type: 'json' }
import switchedHttp from './switched-http.json' with { type: 'json' }
import switchedProducts from './switched-products.json' with { type: 'json' }
import switchedWire from './switched-wire.json' with { type: 'json' }
import { listVariants } from './lists.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

const switched = {
  ...switchedContent,
  ...switchedFiles,
  ...switchedHttp,
  ...switchedProducts,
  ...switchedWire,
}

// Variants of the files above are switches inside the service; their changes are empty.
const catalogue = { ...withoutChanges(switched), ...listVariants }

/** The name of a lawful difference; a name that is in no catalogue file does not compile. */
export type VariantId = keyof typeof catalogue

/** Every lawful difference by its name. */
export const variants: Readonly<Record<VariantId, Variant>> = catalogue

/** Whether the text names a variant. */
export function isVariantId(text: string): text is VariantId {
  return Object.hasOwn(catalogue, text)
}

function withoutChanges<Id extends string>(
  family: Readonly<Record<Id, Omit<Variant, 'changes'>>>,
): Record<Id, Variant> {
  const entries = Object.entries<Omit<Variant, 'changes'>>(family).map(([id, one]) => [id, { ...one, changes: [] }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the family
  return Object.fromEntries(entries) as Record<Id, Variant>
}
