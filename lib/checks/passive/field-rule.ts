import { isRecord } from '../../contract/is-record.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import type { PassiveReport } from '../passive-check.ts'
import { show } from '../../contract/show.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** What one field of a record has to be. */
export interface FieldRule {
  readonly requirement: RequirementId
  readonly field: string
  /** Completes "is not …", for example `a UUID`. */
  readonly expected: string
  readonly holds: (value: unknown) => boolean
  /** Values that this rule has nothing to say about; left out: it judges every value, absence too. */
  readonly passesOver?: (value: unknown) => boolean
}

export interface Subject {
  /** What the records are, as the rule texts call them: `product`, `product.status`. */
  readonly label: string
  readonly records: readonly JsonObject[]
  /** Records that may lawfully lack any field: what is there is judged, what is not is not missed. */
  readonly partial?: boolean
}

/** Holds records against rules. Each rule objects once an exchange, to the first record that breaks it: a second would be the same finding. */
export function judgeFields(subject: Subject, rules: readonly FieldRule[], report: PassiveReport): void {
  for (const rule of rules) judgeField(subject, rule, report)
}

function judgeField({ label, records, partial }: Subject, rule: FieldRule, report: PassiveReport): void {
  let looks = 0
  let broken: JsonObject | undefined
  for (const record of records) {
    const value = record[rule.field]
    if ((partial && value === undefined) || rule.passesOver?.(value)) continue
    looks += 1
    if (!broken && !rule.holds(value)) broken = record
  }
  if (looks > 0) report.evaluated(rule.requirement, looks)
  if (!broken) return
  report.violated(rule.requirement, {
    claim: `${label}.${rule.field} is not ${rule.expected}`,
    expected: rule.expected,
    received: evidence(broken, broken[rule.field]),
  })
}

/** A value as evidence, with the id of the record that it was found in. */
export function evidence(record: JsonObject, value: unknown): string {
  const id = record['id']
  return typeof id === 'string' ? `${show(value)} (in the record with id ${show(id)})` : show(value)
}

/** The objects that stand under a field of the records, alone or in an array. */
export function nestedIn(records: readonly JsonObject[], field: string): readonly JsonObject[] {
  const nested: JsonObject[] = []
  for (const record of records) {
    const value = record[field]
    if (isRecord(value)) nested.push(value)
    else if (Array.isArray(value)) for (const entry of value) if (isRecord(entry)) nested.push(entry)
  }
  return nested
}
