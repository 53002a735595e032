import { at, withValue } from './template-path.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Path } from './complaint.ts'

/** The values of the placeholders in a creation template. */
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

/** A template with its `{placeholders}` replaced in texts at any depth. Placeholders without a value stay. */
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

/** A bulk body: the single entry of the template's list is repeated for every place, and the rest is filled with the first place. */
export function fillBulkTemplate(template: unknown, places: readonly Place[]): unknown {
  const list = listPathIn(template)
  if (!list) return fillAnything(template, places[0] ?? {})
  const entries = at(template, list)
  const entry: unknown = Array.isArray(entries) ? entries[0] : undefined
  const whole = withValue(template, list, [])
  return withValue(
    fillAnything(whole, places[0] ?? {}),
    list,
    places.map((place) => fillAnything(entry, place)),
  )
}

/** The place of the entries in a bulk template: its outermost list of objects. */
export function listPathIn(template: unknown): Path | undefined {
  if (isListOfObjects(template)) return []
  if (!isRecord(template)) return undefined
  const direct = Object.keys(template).find((name) => isListOfObjects(template[name]))
  if (direct !== undefined) return [direct]
  for (const [name, inner] of Object.entries(template)) {
    const below = isRecord(inner) ? listPathIn(inner) : undefined
    if (below) return [name, ...below]
  }
  return undefined
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isRecord(value[0])
}
