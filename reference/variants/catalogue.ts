import core from './core.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import items from './items.json' with { type: 'json' }

const catalogue = { ...core, ...items, ...files }

/** The name of a lawful difference; a name that is in no catalogue file does not compile. */
export type VariantId = keyof typeof catalogue

/** One lawful difference, and the open points or latitudes that it uses. */
export interface Variant {
  readonly title: string
  readonly latitude: string
}

/** Every lawful difference by its name. */
export const variants: Readonly<Record<VariantId, Variant>> = catalogue

/** Whether the text names a variant. */
export function isVariantId(text: string): text is VariantId {
  return Object.hasOwn(catalogue, text)
}
