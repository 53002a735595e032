import type { SentRequest } from '../../client/exchange.ts'

/** Everything in a request that its answer may lawfully repeat, as it was sent and as it was meant: path, query, headers and body. */
export function sentTexts(request: SentRequest): readonly string[] {
  const body = request.body?.text ?? ''
  return [
    request.path,
    ...request.path.split(/[/?&=]/).map(decoded),
    ...Object.values(request.headers),
    body,
    ...stringsIn(parsed(body)),
  ].filter((text) => text !== '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every text in a JSON value, keys included. Iterative: hostile bodies are nested deeply. */
export function stringsIn(json: unknown): readonly string[] {
  const strings: string[] = []
  const waiting: unknown[] = [json]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) for (const entry of value) waiting.push(entry)
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) {
        strings.push(key)
        waiting.push(entry)
      }
  }
  return strings
}
