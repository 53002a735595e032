import { isRecord } from '../contract/is-record.ts'
import type { Path } from './complaint.ts'

/** The value at a path of a template; `undefined` if there is none. */
export function at(template: unknown, path: Path): unknown {
  let inner = template
  for (const part of path) inner = step(inner, part)
  return inner
}

/** A copy with a value at a path; missing objects on the way are created. A list has no named fields: such a path changes nothing. */
export function withValue(template: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const list = template === undefined && typeof first === 'number' ? [] : template
  if (Array.isArray(list) && typeof first !== 'number') return template
  const inner = withValue(step(template, first), rest, value)
  if (Array.isArray(list)) return Object.assign([...list], { [first]: inner })
  return { ...(isRecord(template) ? template : {}), [first]: inner }
}

/** A copy without what stands at a path. */
export function without(template: unknown, path: Path): unknown {
  const last = path.at(-1)
  const parent = at(template, path.slice(0, -1))
  if (last === undefined || !isRecord(parent)) return template
  const kept = Object.fromEntries(Object.entries(parent).filter(([key]) => key !== String(last)))
  return withValue(template, path.slice(0, -1), kept)
}

/**
 * A path in terms of the template: all entries of a list share one template, and names of variants that validators insert among
 * the keys (`numeric`, `NumericCreate`), or types after them (`str`), are dropped. A path into a text or number means that an
 * object is expected there.
 */
export function pathIn(template: unknown, path: Path, isMissing = false): Path {
  const found: (string | number)[] = []
  for (const [index, part] of path.entries()) {
    const holder = at(template, found)
    const isLast = index === path.length - 1
    if (found.length > 0 && isScalar(holder) && !isMissing) break
    if (found.length > 0 && isLast && !isRecord(holder) && isTypeName(part)) break
    if (typeof part === 'number') found.push(0)
    else if (!isLast && isRecord(holder) && !Object.hasOwn(holder, part) && isVariantName(part)) continue
    else found.push(part)
  }
  return found
}

/** A text or number has no fields: the rest of the path names the kind of value that was tried. */
function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object'
}

function isTypeName(part: string | number): boolean {
  return typeof part === 'string' && /^(?:str|int|float|bool)$/.test(part)
}

function isVariantName(part: string | number): boolean {
  return (
    typeof part === 'string' && /^(?:numeric|formula|matrix|text|date|status|[A-Z]\w*(?:\[.*)?|function-.*)$/.test(part)
  )
}

function step(holder: unknown, part: string | number): unknown {
  if (Array.isArray(holder)) return typeof part === 'number' ? holder[part] : undefined
  return isRecord(holder) && Object.hasOwn(holder, part) ? holder[part] : undefined
}

/** `display_unit` for `displayUnit`, and vice versa; a single word stays unchanged. */
export function spelledOtherwise(name: string): string {
  return name.includes('_')
    ? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
