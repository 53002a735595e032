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
