import { redact } from '../client/redactor.ts'
import { withoutControlCharacters } from '../client/printable.ts'

/** Makes a text harmless: without keys that this process or `hide` knows, and without anything that a terminal interprets. */
export function sanitizer(hide?: (text: string) => string): (text: string) => string {
  return (text) => withoutControlCharacters(redact(hide ? hide(text) : text))
}

/** The same plain data with a function applied to every text in it, including names of fields. */
export function sanitizeTexts<Data>(data: Data, sanitize: (text: string) => string): Data
export function sanitizeTexts(data: unknown, sanitize: (text: string) => string): unknown {
  if (typeof data === 'string') return sanitize(data)
  if (Array.isArray(data)) return data.map((entry: unknown) => sanitizeTexts(entry, sanitize))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [sanitize(name), sanitizeTexts(value, sanitize)]),
  )
}
