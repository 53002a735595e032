import type { RequestDescription } from '../client/request-description.ts'
import { isRecord } from '../contract/is-record.ts'

/** Larger values are neither bodies of ours nor records of the service. */
const deepest = 6
const mostTexts = 5000

/** Every text in a JSON value, in lower case, for the comparison of ids. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = []
  const collect = (part: unknown, depth: number): void => {
    if (texts.length >= mostTexts || depth > deepest) return
    if (typeof part === 'string') texts.push(part.toLowerCase())
    else if (Array.isArray(part)) for (const entry of part) collect(entry, depth + 1)
    else if (isRecord(part)) for (const entry of Object.values(part)) collect(entry, depth + 1)
  }
  collect(value, 0)
  return texts
}

/** Every text of a request that may be the id of the changed record: in its path, JSON body or form. */
export function idsIn({ path, query, json, form }: RequestDescription): readonly string[] {
  const [address = ''] = path.split('?')
  const fields = (form ?? []).flatMap((part) => ('value' in part ? [part.value.toLowerCase()] : []))
  return [...address.split('/').map((segment) => decoded(segment)), ...textsIn(query), ...textsIn(json), ...fields]
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment.toLowerCase()
  }
}
