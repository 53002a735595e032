import { isVariantId, type VariantId } from './catalogue.ts'

/** The lawful differences of one running service. */
export class VariantSwitch {
  readonly #chosen: ReadonlySet<string>
  /** Whether nothing was chosen at all. */
  readonly none: boolean

  constructor(ids: readonly string[]) {
    const unknown = ids.filter((id) => !isVariantId(id))
    if (unknown.length > 0) throw new Error(`no such variant: ${unknown.join(', ')}`)
    this.#chosen = new Set(ids)
    this.none = ids.length === 0
  }

  /** Whether the service differs here in this way. */
  chosen(id: VariantId): boolean {
    return this.#chosen.has(id)
  }

  /** The same of a name that comes from a table. */
  has(id: string): boolean {
    return this.#chosen.has(id)
  }
}
