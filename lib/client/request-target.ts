import type { QueryValue } from './request-description.ts'
import { UnsendableIdError } from './unsent-errors.ts'

/** Why a path leads, or could be read as leading, away from the target; `undefined` if it does not. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return 'the path does not begin with a slash'
  // Many parsers read `//host` and `/\host` as another host.
  return /^\/[/\\]/.test(path) ? 'the path could be read as the address of another host' : undefined
}

/** An id as one segment of a path. Throws `UnsendableIdError` if a target returned one that no address can contain. */
export function pathSegment(id: string): string {
  if (!id.isWellFormed()) throw new UnsendableIdError(id)
  return encodeURIComponent(id)
}

/** Path and query as sent. Only what HTTP cannot transport (spaces, controls, non-ASCII) is percent-encoded. */
export function requestTarget(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const raw = path.toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    listOf(value).map((text) => `${encoded(name)}=${encoded(text)}`),
  )
  if (pairs.length === 0) return raw
  return `${raw}${raw.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

function listOf(value: QueryValue): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [String(value)]
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
