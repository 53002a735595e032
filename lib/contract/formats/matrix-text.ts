const tokens = /[[\]]|[^\s,;[\]]+/g
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * Whether a text holds rows of numbers in nested brackets, two levels deep, such as `[[1, 2], [3, 4]]`.
 * What stands between numbers and rows is not stated: commas, semicolons and spaces will do. Nor is it stated that rows are of one length.
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
