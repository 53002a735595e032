/** A value as evidence for people: JSON if possible, truncated to this number of characters. */
export function show(value: unknown, longest = 300): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? JSON.stringify(value) : written(value)
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

/** A value of the target as one text: a string unchanged, anything else as JSON. Never throws, as `String` does for `{"toString":1}`. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : written(value)
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
