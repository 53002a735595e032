import type { FieldRule } from '../../contract/field-rules.ts'
import { nestedObjects } from '../../contract/nested-objects.ts'
import { show } from '../../contract/show.ts'
import type { StatedShape } from '../../contract/stated-shape.ts'
import type { FailedClaim } from '../finding.ts'
import type { PassiveReport } from '../passive-check.ts'
import { kindsOf } from './kinds-of.ts'
import { shapeHint } from '../../wording/shape-hints.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface Subject {
  /** What the records are, as the claims call them: `product`, `product.status`. */
  readonly label: string
  readonly records: readonly JsonObject[]
  /** Records that may lawfully lack any field: what is there is judged, what is not is not missed. */
  readonly partial?: boolean
  /** Fields that these may lack. */
  readonly mayLack?: ReadonlySet<string>
  /** The field of a resource in which they stand, where they are not resources themselves. */
  readonly within?: string
}

/** Holds records against the shape that a schema states, and the records in their fields against theirs. */
export function judgeShape(shape: StatedShape, subject: Subject, report: PassiveReport): void {
  const { label, records } = subject
  for (const { applies, label: own, rules } of shape.groups) {
    const concerned = applies
      ? { ...subject, label: own ?? label, records: records.filter((record) => applies(record)) }
      : subject
    if (concerned.records.length > 0) for (const rule of rules) judgeField(concerned, rule, report)
  }
  for (const { field, shape: inner } of shape.nested) {
    const nested = nestedObjects(records, field)
    const there = { label: `${label}.${field}`, records: nested, within: subject.within ?? field }
    if (nested.length > 0) judgeShape(inner, there, report)
  }
}

/** A rule finds one violation an exchange, in the first record that breaks it: a second would be the same finding. */
function judgeField(subject: Subject, rule: FieldRule, report: PassiveReport): void {
  const { label, records, partial, mayLack, within } = subject
  const isLacked = partial === true || mayLack?.has(rule.field) === true
  let evaluations = 0
  let broken: JsonObject | undefined
  for (const record of records) {
    const value = record[rule.field]
    if ((isLacked && value === undefined) || !rule.judges(value)) continue
    evaluations += 1
    if (!broken && !rule.holds(value)) broken = record
  }
  if (evaluations > 0) report.evaluated(rule.requirement, evaluations)
  if (!broken) return
  const kinds = kindsOf(rule)
  report.violated(rule.requirement, {
    claim: `${label}.${rule.field} is ${rule.expected}`,
    fingerprint: `${label}.${rule.field} is not ${rule.expected}`,
    expected: rule.expected,
    ...wrongValue(broken, { of: label, field: rule.field }),
    shows: { fields: [within ?? rule.field], ...typeOf(broken) },
    criterion: { kind: 'type', in: broken, field: rule.field, ...kinds },
    hint: shapeHint({ of: label, field: rule.field }, kinds, broken[rule.field]),
  })
}

function typeOf({ type }: JsonObject): { readonly type?: string } {
  return typeof type === 'string' ? { type } : {}
}

/** A value that a field of a record should not have, and in which record that is. */
export function wrongValue(
  record: JsonObject,
  { of, field, value = record[field] }: { readonly of: string; readonly field: string; readonly value?: unknown },
): Pick<FailedClaim, 'received' | 'failure'> {
  return { received: show(value), failure: { of, fields: [field], received: value, record } }
}
