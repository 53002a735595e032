import type { FieldRule } from '../../contract/field-rules.ts'
import { nestedObjects } from '../../contract/nested-objects.ts'
import { show } from '../../contract/show.ts'
import type { StatedShape } from '../../contract/stated-shape.ts'
import type { JsonKind, LawfulKinds } from '../claims/criterion.ts'
import type { FailedClaim } from '../finding.ts'
import type { PassiveReport } from '../passive-check.ts'
import { shapeHint } from '../../wording/shape-hints.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface Subject {
  /** The name of the records in claims: `product`, `product.status`. */
  readonly label: string
  readonly records: readonly JsonObject[]
  /** Records that may lawfully lack any field: present fields are judged, absent ones are not missed. */
  readonly partial?: boolean
  /** Fields that these may lack. */
  readonly mayLack?: ReadonlySet<string>
  /** The field of a resource that contains them, if they are not resources themselves. */
  readonly within?: string
}

/** Compares records with the shape that a schema states, and the records in their fields with theirs. */
export function judgeShape(shape: StatedShape, subject: Subject, report: PassiveReport): void {
  const { label, records } = subject
  for (const { applies, label: own, rules } of shape.groups) {
    const concerned = applies
      ? { ...subject, label: own ?? label, records: records.filter((record) => applies(record)) }
      : subject
    if (concerned.records.length > 0) for (const rule of rules) judgeField(concerned, rule, report)
  }
  for (const { field, isList, shape: inner } of shape.nested) {
    // One record in the place of a list is not a record of the list.
    const nested = nestedObjects(isList ? records.filter((record) => Array.isArray(record[field])) : records, field)
    const there = { label: `${label}.${field}`, records: nested, within: subject.within ?? field }
    if (nested.length > 0) judgeShape(inner, there, report)
  }
}

/** A rule reports one violation per exchange, in the first record that breaks it: a second would be the same finding. */
function judgeField(subject: Subject, rule: FieldRule, report: PassiveReport): void {
  const { label, records, partial, mayLack, within } = subject
  const isLacked = partial === true || mayLack?.has(rule.field) === true
  let evaluations = 0
  const brokenRecords: JsonObject[] = []
  for (const record of records) {
    const value = record[rule.field]
    if ((isLacked && value === undefined) || !rule.judges(value)) continue
    evaluations += 1
    if (!rule.holds(value)) brokenRecords.push(record)
  }
  if (evaluations > 0) report.evaluated(rule.requirement, evaluations)
  const [broken] = brokenRecords
  if (!broken) return
  const kinds = kindsOf(rule)
  report.violated(rule.requirement, {
    claim: `${label}.${rule.field} is ${rule.expected}`,
    fingerprint: `${label}.${rule.field} is not ${rule.expected}`,
    expected: rule.expected,
    ...wrongValue(broken, { of: label, field: rule.field }),
    shows: { fields: [within ?? rule.field], ...typeOf(brokenRecords) },
    criterion: { kind: 'type', in: broken, field: rule.field, ...kinds },
    hint: shapeHint({ of: label, field: rule.field }, kinds, broken[rule.field]),
  })
}

/** The type of records that have the same; nothing says that it is broken in that type alone. */
function typeOf(records: readonly JsonObject[]): { readonly type?: string } {
  const [type, ...others] = new Set(records.map((record) => record['type']))
  return typeof type === 'string' && others.length === 0 ? { type } : {}
}

/** A wrong value in a field of a record, and the record. */
export function wrongValue(
  record: JsonObject,
  { of, field, value = record[field] }: { readonly of: string; readonly field: string; readonly value?: unknown },
): Pick<FailedClaim, 'received' | 'failure'> {
  return { received: show(value), failure: { of, fields: [field], received: value, record } }
}

/** Values of each kind: a rule that checks only the kind gives the same result for all of them. */
const samples: ReadonlyArray<readonly [JsonKind, readonly unknown[]]> = [
  ['nothing', [undefined]],
  ['null', [null]],
  ['boolean', [true, false]],
  ['integer', [0, 1, -1, 7, 1_000_000]],
  ['fraction', [0.5, -2.75, 1.0000001]],
  ['UUID', ['7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11', '3F2504E0-4F89-41D3-9A0C-0305E82C3301']],
  ['time', ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678901+02:00']],
  ['date', ['2024-05-16', '2000-02-29']],
  ['empty text', ['']],
  ['text', ['Under Review', 'a b', 'x/y z.pdf', '2026/01/02', 'a '.repeat(150)]],
  ['token', ['a', 'not_found', 'E-17:b.c', '2026-01-02', '17', 'a'.repeat(300)]],
  ['matrix', ['[[1, 2], [3, 4]]', '[[0.5]]', '[[-1,2e3,7]]']],
  ['texts', [['a'], ['a', 'Under Review', '17']]],
  ['empty list', [[]]],
  ['records', [[{ id: '7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11', name: 'Ada' }]]],
  ['user', [{ id: '7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11', userName: 'Ada' }]],
  [
    'object',
    [
      { id: '7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11', name: 'Ada' },
      { a: 1, b: null },
    ],
  ],
]

/** Kinds whose values are all equal for our rules; of texts and objects, a rule may accept some that are not samples. */
const plain = new Set<JsonKind>([
  'nothing',
  'null',
  'boolean',
  'integer',
  'fraction',
  'UUID',
  'time',
  'date',
  'empty text',
  'empty list',
])

/** Where a UUID is asked for, no other text is one. */
const texts = new Set<JsonKind>(['text', 'token'])

/** The kinds of which a rule accepts every value, and those of which it accepts none; with the texts that it lists. */
function kindsOf({ judges, holds, values, pattern }: FieldRule): LawfulKinds {
  const isLawful = (value: unknown): boolean => !judges(value) || holds(value)
  const lawful = samples.flatMap(([kind, all]) => (all.every((value) => isLawful(value)) ? [kind] : []))
  const unlawful = samples.flatMap(([kind, all]) => (all.some((value) => isLawful(value)) ? [] : [kind]))
  // What is to be left out has no lawful value.
  const isLeftOut = lawful.length > 0 && lawful.every((kind) => kind === 'nothing')
  return {
    lawful,
    unlawful: unlawful.filter((kind) => isLeftOut || plain.has(kind) || (texts.has(kind) && lawful.includes('UUID'))),
    ...(values && { values: values.filter((value) => isLawful(value)) }),
    ...(pattern !== undefined && { pattern }),
  }
}
