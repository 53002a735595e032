import answers from './answers.json' with { type: 'json' }
import core from './core.json' with { type: 'json' }
import dialect from './dialect.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import items from './items.json' with { type: 'json' }
import places from './places.json' with { type: 'json' }
import products from './products.json' with { type: 'json' }
import refusals from './refusals.json' with { type: 'json' }
import transport from './transport.json' with { type: 'json' }

const catalogue = {
  ...core,
  ...items,
  ...files,
  ...answers,
  ...transport,
  ...refusals,
  ...dialect,
  ...places,
  ...products,
}

/** The name of a lawful difference; a name that is in no catalogue file does not compile. */
export type VariantId = keyof typeof catalogue

/** One lawful difference, and the open points or latitudes that it uses. */
export interface Variant {
  readonly title: string
  readonly latitude: string
  /** What the operators of such a service declare of it: a part of a target file. */
  readonly target?: Readonly<Record<string, unknown>>
  /** False where nobody supplies controls. */
  readonly controls?: boolean
  /** Others that it cannot go together with. */
  readonly without?: readonly string[]
}

/** Every lawful difference by its name. */
export const variants: Readonly<Record<VariantId, Variant>> = catalogue

/** Whether the text names a variant. */
export function isVariantId(text: string): text is VariantId {
  return Object.hasOwn(catalogue, text)
}
