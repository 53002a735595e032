/** What the placeholders of a creation template stand for. */
export interface Place {
  readonly productId?: string
  readonly itemId?: string
  readonly workspaceId?: string
  readonly name?: string
  readonly readableId?: string
  readonly runId?: string
  /** A numeric property, for a formula to refer to. */
  readonly sourceId?: string
}

/** A template with its `{placeholders}` filled in, in texts at any depth. Placeholders without a value stay. */
export function fillTemplate(
  template: Readonly<Record<string, unknown>>,
  place: Place,
): Readonly<Record<string, unknown>> {
  const known = new Map(Object.entries(place))
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, known)]))
}

/** The same for a template of any shape. */
export function fillAnything(template: unknown, place: Place): unknown {
  return fill(template, new Map(Object.entries(place)))
}

function fill(value: unknown, known: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const meant = known.get(name)
      return typeof meant === 'string' ? meant : whole
    })
  if (Array.isArray(value)) return value.map((entry: unknown) => fill(entry, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, fill(inner, known)]))
}
