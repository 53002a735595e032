import { isRecord, type MadeItem } from '#suite'

/** The ids of the own place are replaced by those of the foreign one, the source of a formula by a foreign property. */
export interface Relocation {
  readonly own: MadeItem
  readonly foreign: MadeItem
  readonly sourceId?: string
}

/** A creation body, or a part of one, with the ids of a foreign item, product and workspace, and of a foreign source of a formula. */
export function withForeignIds(value: unknown, relocation: Relocation): unknown {
  if (typeof value === 'string') return withForeignId(value, relocation)
  if (Array.isArray(value)) return value.map((entry: unknown) => withForeignIds(entry, relocation))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withForeignIds(inner, relocation)]))
}

function withForeignId(text: string, { own, foreign, sourceId }: Relocation): string {
  const places = new Map([
    [own.id, foreign.id],
    [own.product.id, foreign.product.id],
    [own.product.workspaceId, foreign.product.workspaceId],
  ])
  const source = sourceId === undefined ? text : text.replaceAll(/@\{[^}]*\}/g, `@{${sourceId}}`)
  return places.get(source) ?? source
}
