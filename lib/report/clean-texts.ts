/** The same plain data with every text in it, names of fields included, put through a function. */
export function cleanTexts<Data>(data: Data, clean: (text: string) => string): Data
export function cleanTexts(data: unknown, clean: (text: string) => string): unknown {
  if (typeof data === 'string') return clean(data)
  if (Array.isArray(data)) return data.map((entry: unknown) => cleanTexts(entry, clean))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [clean(name), cleanTexts(value, clean)]))
}
