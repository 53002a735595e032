import { isRecord } from '../../contract/is-record.ts'
import { roleOf } from './role.ts'

/** The field of a property's record with a formula's expression; an answer may wrap the record. */
export function formulaFieldIn(answer: Readonly<Record<string, unknown>>): string | undefined {
  const records = [answer, ...Object.values(answer).filter(isRecord)]
  const fields = records.flatMap((record) =>
    Object.keys(record).filter((name) => typeof record[name] === 'string' && /@\{[^{}]+\}/.test(record[name])),
  )
  // A description may cite the expression.
  return fields.find((name) => roleOf([name]) === 'expression') ?? fields[0]
}
