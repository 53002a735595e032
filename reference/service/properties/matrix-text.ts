/** Whether a text holds rows of numbers in nested brackets, all rows of one length: `[[1, 2], [3, 4]]`. */
export function isMatrixText(text: string): boolean {
  const rows = parsed(text)
  if (!Array.isArray(rows) || rows.length === 0) return false
  const lengths = new Set(rows.map((row) => (isRow(row) ? row.length : 0)))
  return lengths.size === 1 && !lengths.has(0)
}

function isRow(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'number' && Number.isFinite(cell))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
