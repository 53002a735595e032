import { records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

/** Their numbers have groups or a decimal comma already. */
const shownAsTheyAre = ['a-product-has-digits-in-groups', 'a-ratio-of-lengths-is-in-percent'] as const

/** Lawful differences in how the result of a formula is written. */
export const resultVariants = defineVariants({
  'results-without-a-space': {
    title: 'writes the unit of a result without a space after the number',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [results((result) => (typeof result === 'string' ? result.replace(' ', '') : result))],
  },
  'results-with-raised-powers': {
    title: 'writes powers in units with superscript digits',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [
      results((result) => (typeof result === 'string' ? result.replaceAll('^2', '²').replaceAll('^3', '³') : result)),
    ],
  },
  'results-are-in-base-units': {
    title: 'returns the result of a formula in base units',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [results(inBaseUnits)],
  },
  'results-are-objects': {
    title: 'returns the result of a formula as an object with number and unit',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [results(asObject)],
  },
  'results-are-rounded': {
    title: 'returns the result of a formula to ten significant digits',
    latitude: 'the contract does not define the precision of a result',
    touches: ['PROP-14'],
    changes: [results(rounded)],
  },
  'results-have-two-decimals': {
    title: 'returns the result of a formula to two decimals',
    latitude: 'a result may be rounded to the returned digits',
    touches: ['PROP-14'],
    changes: [results((result) => withNumber(result, (number) => Number(number).toFixed(2)))],
  },
  'results-have-a-decimal-comma': {
    title: 'writes the result of a formula with a decimal comma and points between groups of digits',
    latitude: 'the contract does not say how a formula writes its number',
    touches: ['PROP-14'],
    changes: [
      results((result) =>
        withNumber(result, (number) => Number(number).toLocaleString('de-DE', { maximumFractionDigits: 12 })),
      ),
    ],
  },
  'results-are-objects-of-texts': {
    title: 'returns the result of a formula as an object with two strings',
    latitude: 'the contract does not say how a formula writes its result',
    touches: ['PROP-14'],
    changes: [results(asTexts)],
  },
  'results-are-not-there-yet': {
    title: 'never computes a formula',
    latitude: 'a deployment that does not compute formulas returns no result',
    touches: ['PROP-14'],
    changes: [results(() => null)],
  },
  'results-are-always-texts': {
    title: 'returns the result of a formula as a string, with or without a unit',
    latitude: 'the contract does not define the type of a result',
    touches: ['PROP-14'],
    changes: [results((result) => `${result}`)],
  },
  'results-have-thin-spaces': {
    title: 'writes the result of a formula with a decimal comma and thin spaces',
    latitude: 'the contract does not say how a formula writes its number',
    touches: ['PROP-14'],
    changes: [
      results((result) =>
        withNumber(result, (number) =>
          Number(number).toLocaleString('fr-FR', { maximumFractionDigits: 12 }),
        ).replaceAll(' ', '\u202f'),
      ),
    ],
  },
  'results-have-exponents': {
    title: 'writes the result of a formula as 1.5e+3 mm',
    latitude: 'the contract does not say how a formula writes its number',
    touches: ['PROP-14'],
    without: shownAsTheyAre,
    changes: [results((result) => withNumber(result, (number) => Number(number).toExponential()))],
  },
  'results-are-in-scientific-notation': {
    title: 'writes the result of a formula as 1.5×10^3 mm',
    latitude: 'the contract does not say how a formula writes its number',
    touches: ['PROP-14'],
    without: shownAsTheyAre,
    changes: [
      results((result) =>
        withNumber(result, (number) => Number(number).toExponential().replace('e', '×10^').replace('+', '')),
      ),
    ],
  },
  'results-spell-units-out': {
    title: 'writes the unit of a result as a word: 14 millimetres, 6 square millimetres',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [
      results((result) =>
        typeof result === 'string'
          ? result.replace(/ mm\^2$/u, ' square millimetres').replace(/ mm$/u, ' millimetres')
          : result,
      ),
    ],
  },
  'results-are-in-fitting-units': {
    title: 'returns a result of 1500 mm as 1.5 m',
    latitude: 'the contract does not say how a formula writes its unit',
    touches: ['PROP-14'],
    changes: [results(inFittingUnits)],
  },
})

type Result = string | number

function results(change: (result: Result) => unknown): AnswerChange {
  return records((record) => {
    const { type, value } = record
    if (type !== 'formula' || (typeof value !== 'string' && typeof value !== 'number')) return record
    return { ...record, value: change(value) }
  })
}

function withNumber(result: Result, write: (number: string) => string): string {
  return `${result}`.replace(/^-?\d[\d.]*(?:e[+-]?\d+)?/u, write)
}

function asTexts(result: Result): unknown {
  const [value = '', ...unit] = `${result}`.split(' ')
  return { value, unit: unit.join(' ') }
}

function asObject(result: Result): unknown {
  if (typeof result === 'number') return { value: result, unit: null }
  const [number = '', ...unit] = result.split(' ')
  return { value: Number(number), unit: unit.join(' ') }
}

function inBaseUnits(result: Result): Result {
  if (typeof result === 'number' || !/^\S+ mm(?:\^2)?$/u.test(result)) return result
  const power = result.endsWith('^2') ? 2 : 1
  return `${Number(result.split(' ')[0]) / 1000 ** power} m${power === 2 ? '^2' : ''}`
}

function inFittingUnits(result: Result): Result {
  const [number = '', unit = ''] = `${result}`.split(' ')
  return unit === 'mm' && Math.abs(Number(number)) >= 1000 ? `${Number(number) / 1000} m` : result
}

function rounded(result: Result): Result {
  if (typeof result === 'number') return Number(result.toPrecision(10))
  return result.replace(/^-?\d[\d.]*(?:e[+-]?\d+)?/u, (number) => String(Number(Number(number).toPrecision(10))))
}
