import { answersOf, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { requestsOf } from '../changes/requests.ts'
import { defineFaults } from './fault.ts'
import { isOfType, isPublished, listed, published, read } from './shown-properties.ts'

/** Faults in how values, units and expressions of properties are shown. */
export const shownValueFaults = defineFaults({
  'value-that-a-formula-is-given-is-kept': {
    title: 'returns the value of an update of a formula instead of its result',
    breaks: ['PROP-14'],
    changes: [
      requestsOf(['PATCH /properties/:property_id'], (sent, deployment) => {
        const value: unknown = Reflect.get(Object(sent.body), 'value')
        const id = sent.request.url.split(/[/?]/u).at(-1)?.toLowerCase()
        if (typeof value === 'number') remember(deployment, `given ${id}`, value)
        return sent
      }),
      answersOf({ routes: ['GET /properties', 'GET /properties/:property_id'] }, (answer, deployment) =>
        withEntries(answer, (record) => {
          const given = recall(deployment, `given ${String(record['id'])}`)
          return record['type'] === 'formula' && given !== undefined ? { ...record, value: given.value } : record
        }),
      ),
    ],
  },
  'listed-date-without-value': {
    title: 'omits the value of dates from lists',
    breaks: ['PROP-26'],
    changes: [listed(isOfType('date'), () => ({ value: undefined }))],
  },
  'zero-is-shown-as-no-value': {
    title: 'returns null for a numeric value of zero',
    breaks: ['PROP-31'],
    changes: [
      read(
        ({ value }) => value === 0,
        () => ({ value: null }),
      ),
    ],
  },
  'large-number-as-a-text': {
    title: 'returns a number beyond 2^53 as a string',
    breaks: ['PROP-10'],
    changes: [
      read(
        ({ value }) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER,
        ({ value }) => ({ value: String(value) }),
      ),
    ],
  },
  'listed-zero-passes-for-none': {
    title: 'lists the number zero as null',
    breaks: ['PROP-26'],
    changes: [
      listed(
        ({ value }) => value === 0,
        () => ({ value: null }),
      ),
    ],
  },
  'negative-number-as-text': {
    title: 'returns a negative number as a string',
    breaks: ['PROP-10'],
    changes: [
      read(
        ({ value }) => typeof value === 'number' && value < 0,
        ({ value }) => ({ value: String(value) }),
      ),
    ],
  },
  'published-number-as-text': {
    title: 'returns numbers of a published version as strings',
    breaks: ['PROP-10'],
    changes: [published('numeric', ({ value }) => ({ value: String(value) }))],
  },
  'published-matrix-as-array': {
    title: 'returns a matrix of a published version as an array',
    breaks: ['PROP-11'],
    changes: [published('matrix', ({ value }) => ({ value: JSON.parse(String(value)) as unknown }))],
  },
  'published-text-in-lines': {
    title: 'returns a text of a published version as an array of lines',
    breaks: ['PROP-16'],
    changes: [published('text', ({ value }) => ({ value: String(value).split('\n') }))],
  },
  'published-date-with-time': {
    title: 'returns a date of a published version with a time',
    breaks: ['PROP-17'],
    changes: [published('date', ({ value }) => ({ value: `${String(value)}T00:00:00Z` }))],
  },
  'published-status-in-lower-case': {
    title: 'returns a status of a published version in lower case',
    breaks: ['PROP-18'],
    changes: [published('status', ({ value }) => ({ value: String(value).toLowerCase() }))],
  },
  'formula-with-its-unit-apart': {
    title: "returns the unit of a formula's result in display_unit and only the number as value",
    breaks: ['PROP-13', 'PROP-14'],
    changes: [
      read(isFormulaWithUnit, ({ value }) => ({
        value: Number.parseFloat(String(value)),
        display_unit: String(value).replace(/^\S+ /u, ''),
      })),
    ],
  },
  'formula-without-its-unit': {
    title: 'returns the result of a formula without its unit',
    breaks: ['PROP-14'],
    changes: [read(isFormulaWithUnit, ({ value }) => ({ value: Number.parseFloat(String(value)) }))],
  },
  'formula-without-expression': {
    title: 'omits the expression of a formula',
    breaks: ['PROP-15'],
    changes: [read(isOfType('formula'), () => ({ expression: undefined }))],
  },
  'formula-refers-by-number': {
    title: 'replaces the ids in an expression by positions',
    breaks: ['PROP-15'],
    changes: [
      read(isOfType('formula'), ({ expression }) => ({
        expression: String(expression).replaceAll(/@\{[^}]*\}/gu, '@{1}'),
      })),
    ],
  },
  'formula-refers-without-the-at-sign': {
    title: 'drops the character before the braces of references in an expression',
    breaks: ['PROP-15'],
    changes: [
      read(isOfType('formula'), ({ expression }) => ({ expression: String(expression).replaceAll('@{', '{') })),
    ],
  },
  'text-of-digits-as-number': {
    title: 'returns a text that looks like a number as a number',
    breaks: ['PROP-16'],
    changes: [
      read(
        ({ type, value }) => type === 'text' && /^-?\d+(?:\.\d+)?$/u.test(String(value)),
        ({ value }) => ({ value: Number(value) }),
      ),
    ],
  },
  'list-rounds-numbers': {
    title: 'rounds numbers to two decimals in lists of properties',
    breaks: ['PROP-26'],
    changes: [
      listed(
        (property) => typeof property['value'] === 'number' && !isPublished(property),
        ({ value }) => ({ value: Number(Number(value).toFixed(2)) }),
      ),
    ],
  },
  'listed-formulas-are-computed-once': {
    title: 'computes formulas in lists only once',
    breaks: ['PROP-14'],
    changes: [listsFirstResults()],
  },
  'published-number-without-category': {
    title: 'omits category from numbers of a published version',
    breaks: ['PROP-12'],
    changes: [published('numeric', () => ({ category: undefined }))],
  },
  'matrix-without-unit': {
    title: 'omits display_unit from matrices',
    breaks: ['PROP-12'],
    changes: [read(isOfType('matrix'), () => ({ display_unit: undefined }))],
  },
  'text-that-is-json-is-an-object': {
    title: 'returns a text that is JSON as an object',
    breaks: ['PROP-16'],
    changes: [
      read(
        ({ type, value }) => type === 'text' && typeof value === 'string' && value.startsWith('{"'),
        ({ value }) => ({ value: { text: value } }),
      ),
    ],
  },
})

/** A formula of the draft is listed with the result that it had when it was listed first. */
function listsFirstResults(): AnswerChange {
  return answersOf({ routes: ['GET /properties'] }, (answer, deployment) =>
    withEntries(answer, (property) => {
      if (property['type'] !== 'formula' || isPublished(property)) return property
      const key = `listed result ${String(property['id'])}`
      const first = recall(deployment, key)
      if (first === undefined) remember(deployment, key, property['value'])
      return first === undefined ? property : { ...property, value: first.value }
    }),
  )
}

function isFormulaWithUnit({ type, value }: JsonRecord): boolean {
  return type === 'formula' && typeof value === 'string'
}
