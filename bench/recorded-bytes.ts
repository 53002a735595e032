import type { Exchange } from '../lib/client/exchange.ts'

/** What stands in a recorded form for the content of a file. */
const fileContent = /\((\d+) bytes, SHA-256 [\da-f]{8}\)/g

/**
 * The body of a recorded request, of the same length: a form with zeros for the contents of its files, which services tell apart by
 * their sizes and types, and nothing but zeros where the text was not kept whole.
 */
export function recordedBytes({ text, bytes, truncated }: NonNullable<Exchange['request']['body']>): Buffer | string {
  if (!truncated) return text
  const parts = text
    .split(fileContent)
    .map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.alloc(Number(part))))
  const body = Buffer.concat(parts)
  return body.length === bytes ? body : Buffer.alloc(bytes)
}
