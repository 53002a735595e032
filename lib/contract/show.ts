/** A value as evidence for people: JSON where it has one, cut to so many characters. */
export function show(value: unknown, longest = 300): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? JSON.stringify(value) : written(value)
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

/** A value that a target sent as one text: a text as it is, anything else as JSON. Never throws, as `String` does of `{"toString":1}`. */
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
