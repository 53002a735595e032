import type { FieldRule } from '../../contract/field-rules.ts'
import type { JsonKind, LawfulKinds } from '../finding.ts'

/** Values of each kind: a rule that minds only the kind of a value says the same of all of them. */
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

/** Kinds whose values differ in nothing that a rule of ours minds; of texts and objects a rule may take some that are no samples. */
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

/** The kinds of which a rule takes every value, and those of which it takes none; with the texts that it lists. */
export function kindsOf({ judges, holds, values, pattern }: FieldRule): LawfulKinds {
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
