import { flattenJson, type Leaf } from './flatten-json.ts'

/** A value of an answer that a finding tells of. */
export interface ToldValue {
  /** The field that has it, where the text names one. */
  readonly field: string | undefined
  /** The values in it, by their paths within; none where there is nothing. */
  readonly leaves: readonly Leaf[]
}

/** The value that `expected` or `received` tells of, such as `name "a"` or `[1,2]`; `undefined` where it is no value. */
export function toldValue(told: string): ToldValue | undefined {
  const text = told.replace(/ \(in the record with id "[^"]+"\)$/, '')
  if (/^(?:nothing|left out)$/.test(text)) return { field: undefined, leaves: [] }
  if (uuid.test(text)) return toldText(text)
  const [, field, value = ''] = /^(?:(\w+) )?((?:["[{]|-?\d|true$|false$|null$).*)$/s.exec(text) ?? []
  const wrapped = flattenJson(`[${value}]`)
  // Cut texts, and several values, are no JSON.
  if (!wrapped || !isJson(value)) return undefined
  return { field, leaves: wrapped.map((leaf) => ({ ...leaf, path: leaf.path.slice('[0]'.length) })) }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A text that stands in a finding as it is, without quotes. */
export function toldText(told: string): ToldValue {
  return { field: undefined, leaves: [{ path: '', text: JSON.stringify(told).slice(1, -1), isText: true }] }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
