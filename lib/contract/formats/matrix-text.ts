const tokens = /[[\]]|[^\s,;[\]]+/g
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * Whether a text contains rows of numbers in nested brackets, two levels deep, such as `[[1, 2], [3, 4]]`. The contract does not
 * define the separators (commas, semicolons and spaces are accepted), or that rows have the same length.
 */
export function isMatrixText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  let depth = 0
  let closed = false
  for (const [token] of value.matchAll(tokens)) {
    if (closed) return false
    if (token === '[') depth += 1
    else if (token === ']') depth -= 1
    else if (depth !== 2 || !number.test(token)) return false
    if (depth < 0 || depth > 2) return false
    closed = depth === 0
  }
  return closed
}
