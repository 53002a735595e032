import { withoutRecord } from './without-record.ts'

/** The JSON object or list that a text is; what follows it in words is left out, and anything else is none. */
export function readJson(text: string): object | undefined {
  const body = withoutRecord(text)
  if (!/^\s*[{[]/.test(body)) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
