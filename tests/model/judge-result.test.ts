import { expect, test } from 'vitest'
import { judgeResult, type Measure } from '../../lib/service/model/formula-result.ts'

const sources = (...measures: ReadonlyArray<readonly [number, string]>): Map<string, Measure> =>
  new Map(measures.map(([value, unit], index) => ['abc'.charAt(index), { value, unit }]))

const seven = sources([7, 'mm'], [2, 'mm'])

test.each([
  ['@{a} * 2', seven, '14 mm'],
  ['@{a} * 2', seven, '1.4 cm'],
  ['@{a} * 2', seven, '0.014m'],
  ['@{a} * 2', seven, { value: '14', unit: 'mm' }],
  ['@{a} * 2', seven, { value: 14, unit: 'mm' }],
  ['@{a} * 2', seven, { unit: 'mm', value: 14, formatted: '14,0 mm' }],
  ['@{a} * 2', seven, '≈ 14,0 mm'],
  ['@{a} * @{b}', seven, '14 mm²'],
  ['@{a} * 1000', seven, '7,000 mm'],
  ['@{a} * 1000', seven, '7.000,0 mm'],
  ['@{a} * 1000', seven, '7 000 mm'],
  ['@{a} * 1000', seven, "7'000 mm"],
  ['@{a} * 1000', seven, '7×10³ mm'],
  ['@{a} * 1000', seven, '7.0·10^3 mm'],
  ['@{a} / 1000', seven, '7 x 10^-3 mm'],
  ['@{a} + @{a} / 3', seven, '9.33 mm'],
  ['@{a} / 4', seven, '2 mm'],
  ['@{a} / (@{b} * 2)', seven, 1.75],
  ['@{a} / (@{b} * 2)', seven, '175 %'],
  ['@{a} / @{b}', sources([7, 'mm'], [2, 'm']), '3.5 mm/m'],
  ['@{a} / @{b}', sources([7, 'mm'], [2, 'm']), 0.0035],
  ['@{a} - @{b}', sources([30, 'degC'], [20, 'degC']), '10 K'],
  ['@{a} - @{b}', sources([30, 'degC'], [20, 'degC']), '10 °C'],
])('%s shown as %3$j is the same', async (expression, measures, shown) => {
  expect(await judgeResult(expression, measures, shown)).toBe('same')
})

test.each([
  ['@{a} * 2', seven, 14, 'without its unit'],
  ['@{a} * 2', seven, '14 kg', 'different'],
  ['@{a} * 2', seven, '15 mm', 'different'],
  ['@{a} * 2', seven, '14 cm', 'different'],
  ['@{a} * 2', seven, '1.4×10^2 mm', 'different'],
  ['@{a} / 4', seven, '1 mm', 'different'],
  ['@{a} / (@{b} * 2)', seven, 1, 'different'],
  ['@{a} + @{a} / 3', seven, '9.34 mm', 'different'],
  ['@{a} * 2', seven, '@{a} * 2', 'different'],
  ['@{a} * 2', seven, null, 'unknown'],
  ['@{a} * 2', seven, undefined, 'unknown'],
  ['@{a} * 2', seven, '#REF!', 'unknown'],
  ['-@{a}^2', sources([7, '']), 49, 'unknown'],
  ['@{a} - @{b}', sources([30, 'degC'], [20, 'degC']), '283.15 K', 'unknown'],
  ['@{a} * 2', sources([7, 'furlongs of old']), '15 furlongs', 'unknown'],
] as const)('%s shown as %3$j is judged', async (expression, measures, shown, verdict) => {
  expect(await judgeResult(expression, new Map(measures), shown)).toBe(verdict)
})
