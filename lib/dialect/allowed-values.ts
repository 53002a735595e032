import { isRecord } from '../contract/is-record.ts'
import { quotedIn } from './read-names.ts'

const announcing =
  /(?:one of|permitted|allowed|expected|should be|must be|valid (?:values|options|choices)|choose from|choices|options|enum)\b(.*)$/is

/** A target that offers more values than this does not offer a useful enumeration. */
const mostValues = 50
const longestValue = 80

/** A message without the part about the received value. */
export function withoutReceived(message: string): string {
  return message.replace(/[\s,;(]*\b(?:received|got|but was|but got|instead of|found|given|you sent)\b.*$/is, '')
}

/** The values that a validation error offers, in its message or in separate fields. */
export function allowedValues(entry: Readonly<Record<string, unknown>>, message: string): readonly string[] {
  const beside = [entry, entry['params'], entry['ctx'], entry['context']].filter(isRecord)
  const listed = beside.flatMap((record) =>
    ['allowedValues', 'allowed', 'permitted', 'options', 'values', 'valids', 'enum', 'enum_values', 'expected'].flatMap(
      (key) => textsOf(record[key]),
    ),
  )
  const offered = listed.length > 0 ? listed : valuesIn(message)
  return offered.filter((value) => value.length <= longestValue).slice(0, mostValues)
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? quotedIn(value) : []
}

function valuesIn(message: string): readonly string[] {
  const offer = announcing.exec(withoutReceived(message))?.[1]
  if (offer === undefined) return []
  const quoted = quotedIn(offer)
  if (quoted.length > 0) return /\bpattern\b|\bregex|match/i.test(message) ? [] : quoted
  const bare =
    /^[^:[(]{0,40}[:[(]\s*([\w -]+(?:\s*[,|]\s*[\w -]+)+)/.exec(offer)?.[1] ??
    /^\s+([\w-]+(?:\s*[,|]\s*(?:or\s+)?[\w -]+)+)/.exec(offer)?.[1]
  return (bare ?? '')
    .split(/\s*(?:[,|]|\bor\b)\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
