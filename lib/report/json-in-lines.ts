/** JSON with a line for each field and entry down to so many levels, and one for all that stands deeper. */
export function jsonInLines(value: unknown, levels: number, indentation = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const deeper = `${indentation} `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const lines = Array.isArray(value)
    ? value.map((entry) => jsonInLines(entry, levels - 1, deeper))
    : Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => `${JSON.stringify(name)}: ${jsonInLines(field, levels - 1, deeper)}`)
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${deeper}${line}`).join(',\n')}\n${indentation}${close}`
}
