/** A value as evidence for people: JSON where it has one, cut to so many characters. */
export function show(value: unknown, longest = 300): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? JSON.stringify(value) : written(value)
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
