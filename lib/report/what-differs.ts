import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../contract/is-record.ts'
import { readJson } from './read-json.ts'

/** What was expected and received, as texts. */
interface BothTexts {
  readonly expected: string
  readonly received: string
}

/** What was expected and received in one line: of two JSON objects the fields alone that differ, which a cut text would not reach. */
export function whatDiffers({ expected, received }: BothTexts): BothTexts {
  const [one, other] = [readJson(expected), readJson(received)]
  if (!isRecord(one) || !isRecord(other)) return { expected, received }
  const differing = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !isDeepStrictEqual(one[field], other[field]),
  )
  // The same but for what follows in words, or a text that is cut.
  if (differing.length === 0) return { expected, received }
  const only = (record: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(Object.fromEntries(differing.flatMap((field) => (field in record ? [[field, record[field]]] : []))))
  return { expected: only(one), received: only(other) }
}
