/** The numbers and the texts of a JSON text. */
export const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu

/** JSON text of the same value, with `2.0` for 2 and `1.25e+1` for 12.5. */
export function withOtherNumbers(json: string): string {
  return json.replaceAll(tokens, (token) => (token.startsWith('"') ? token : otherwise(Number(token))))
}

function otherwise(value: number): string {
  if (!Number.isInteger(value)) return value.toExponential()
  return Math.abs(value) < 1e15 ? `${value}.0` : `${value}`
}
