import { redact } from '../client/redactor.ts'
import { withoutControlCharacters } from './escape.ts'

/** What makes a text harmless: no key that this process knows is in it, nor one that `hide` knows, and nothing that a terminal obeys. */
export function sanitizer(hide?: (text: string) => string): (text: string) => string {
  return (text) => withoutControlCharacters(redact(hide ? hide(text) : text))
}

/** The same plain data with every text in it, names of fields included, put through a function. */
export function sanitizeTexts<Data>(data: Data, sanitize: (text: string) => string): Data
export function sanitizeTexts(data: unknown, sanitize: (text: string) => string): unknown {
  if (typeof data === 'string') return sanitize(data)
  if (Array.isArray(data)) return data.map((entry: unknown) => sanitizeTexts(entry, sanitize))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [sanitize(name), sanitizeTexts(value, sanitize)]),
  )
}
