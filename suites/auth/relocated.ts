import { isRecord, type MadeItem } from '#suite'

/** Where something was to be made, where it is asked for instead, and a property there that a formula may name. */
export interface Relocation {
  readonly own: MadeItem
  readonly foreign: MadeItem
  readonly sourceId?: string
}

/** A creation body, or any part of one, with the ids of another place: that of its item, product and workspace, and of a formula's sources. */
export function relocated(value: unknown, relocation: Relocation): unknown {
  if (typeof value === 'string') return relocatedText(value, relocation)
  if (Array.isArray(value)) return value.map((entry: unknown) => relocated(entry, relocation))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, relocated(inner, relocation)]))
}

function relocatedText(text: string, { own, foreign, sourceId }: Relocation): string {
  const places = new Map([
    [own.id, foreign.id],
    [own.product.id, foreign.product.id],
    [own.product.workspaceId, foreign.product.workspaceId],
  ])
  const source = sourceId === undefined ? text : text.replaceAll(/@\{[^}]*\}/g, `@{${sourceId}}`)
  return places.get(source) ?? source
}
