import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { acceptsValue, judgeContent } from '../../reference/service/properties/judge-content.ts'
import type { PropertyType } from '../../reference/service/properties/property-type.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in which values of properties are accepted, and in how they are kept. */
export const propertyValueFaults = defineFaults({
  'numbers-kept-in-single-precision': {
    title: 'stores numbers in single precision',
    breaks: ['PROP-31'],
    changes: [numbersKept(Math.fround)],
  },
  'whole-numbers-overflow-at-64-bits': {
    title: 'stores zero for whole numbers beyond 64 bits',
    breaks: ['PROP-31'],
    changes: [numbersKept((value) => (Number.isInteger(value) && Math.abs(value) >= 2 ** 63 ? 0 : value))],
  },
  'whole-numbers-wrap-at-32-bits': {
    title: 'stores whole numbers in 32 bits',
    breaks: ['PROP-31'],
    changes: [numbersKept((value) => (Number.isInteger(value) ? value | 0 : value))],
  },
  'long-text-value-is-cut': {
    title: 'truncates texts to 255 characters',
    breaks: ['PROP-31'],
    changes: [textsKept('text', (value) => value.slice(0, 255))],
  },
  'matrix-keeps-ten-rows': {
    title: 'stores only the first ten rows of a matrix',
    breaks: ['PROP-31'],
    changes: [
      textsKept('matrix', (value) => (isMatrix.test(value) ? JSON.stringify(rowsOf(value).slice(0, 10)) : value)),
    ],
  },
  'date-of-summer-kept-a-day-early': {
    title: 'stores a date in summer time as the day before',
    breaks: ['PROP-31'],
    changes: [textsKept('date', (value) => (/^\d{4}-0[4-9]/u.test(value) ? dayBefore(value) : value))],
  },
  'beginning-of-unix-time-passes-for-no-date': {
    title: 'stores today instead of 1970-01-01',
    breaks: ['PROP-31'],
    changes: [textsKept('date', (value) => (value === '1970-01-01' ? new Date().toISOString().slice(0, 10) : value))],
  },
  'date-kept-a-day-early': {
    title: 'stores a date as the day before',
    breaks: ['PROP-31'],
    changes: [textsKept('date', dayBefore)],
  },
  'true-passes-for-a-status': {
    title: 'accepts true as a status and stores it',
    breaks: ['PROP-18', 'PROP-35'],
    changes: [accepts('status', (value) => value === true)],
  },
  'value-judged-by-one-of-its-lines': {
    title: 'accepts and returns a date or status that is followed by another line',
    breaks: ['PROP-17', 'PROP-18', 'PROP-35'],
    changes: [accepts('date', hasLines), accepts('status', hasLines)],
  },
  'impossible-date-stored': {
    title: 'accepts and returns a date that does not exist in the calendar',
    breaks: ['PROP-17', 'PROP-35'],
    changes: [accepts('date', (value) => /^\d{4}-\d{2}-\d{2}$/u.test(String(value)))],
  },
  'date-after-other-digits-stored': {
    title: 'accepts and returns a date that follows other characters',
    breaks: ['PROP-17', 'PROP-35'],
    changes: [accepts('date', (value) => typeof value === 'string' && /\d{4}-\d{2}-\d{2}$/u.test(value))],
  },
  'matrix-judged-by-its-first-cell': {
    title: 'accepts and returns a matrix of which only the first cell is a number',
    breaks: ['PROP-11', 'PROP-35'],
    changes: [accepts('matrix', (value) => typeof value === 'string' && /^\[\[\d+[,\]].*\]\]$/u.test(value))],
  },
  'status-judged-without-its-spaces': {
    title: 'accepts a status with leading or trailing spaces and stores it unchanged',
    breaks: ['PROP-18', 'PROP-35'],
    changes: [accepts('status', (value) => String(value).trim() === 'Done')],
  },
  'done-stored-in-any-letter-case': {
    title: 'accepts the status Done in any letter case and stores it unchanged',
    breaks: ['PROP-18', 'PROP-35'],
    changes: [accepts('status', (value) => String(value).toLowerCase() === 'done')],
  },
  'unknown-status-stored': {
    title: 'accepts and returns any text as a status',
    breaks: ['PROP-18', 'PROP-35'],
    changes: [accepts('status', (value) => typeof value === 'string')],
  },
  'digits-stored-as-number': {
    title: 'accepts a text of digits as the value of a number',
    breaks: ['PROP-10', 'PROP-35'],
    changes: [accepts('numeric', (value) => typeof value === 'string' && /^\d+$/u.test(value))],
  },
  'text-stored-as-number': {
    title: 'accepts and returns a text as the value of a number',
    breaks: ['PROP-10', 'PROP-35'],
    changes: [accepts('numeric', (value) => typeof value === 'string')],
  },
  'any-status-on-update': {
    title: 'checks a status at creation but accepts any text on an update',
    breaks: ['PROP-18', 'PROP-35'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        const isText = before.type === 'status' && typeof body.value === 'string'
        if (!isText || acceptsValue(deployment, 'status', body.value)) return sound(deployment, before, body)
        sound(deployment, before, { ...body, value: 'Draft' })
        deployment.store.run('UPDATE properties SET value = ? WHERE id = ?', JSON.stringify(body.value), before.id)
      }),
    ],
  },
  'any-text-in-bulk': {
    title: 'accepts numbers and objects as texts in a bulk creation',
    breaks: ['BULK-02', 'PROP-16'],
    changes: [acceptedInBulk('text', '')],
  },
  'any-status-in-bulk': {
    title: 'accepts any status in a bulk creation',
    breaks: ['BULK-02', 'PROP-18'],
    changes: [acceptedInBulk('status', 'Draft')],
  },
  'any-date-in-bulk': {
    title: 'accepts any date in a bulk creation',
    breaks: ['BULK-02', 'PROP-17'],
    changes: [acceptedInBulk('date', '2024-01-01')],
  },
  'any-number-in-bulk': {
    title: 'accepts any number in a bulk creation',
    breaks: ['BULK-02', 'PROP-10'],
    changes: [acceptedInBulk('numeric', 1)],
  },
  'any-matrix-in-bulk': {
    title: 'accepts any matrix in a bulk creation',
    breaks: ['BULK-02', 'PROP-11'],
    changes: [acceptedInBulk('matrix', '[[1]]')],
  },
  'matrix-row-that-is-none': {
    title: 'accepts and returns a matrix with a later row that is not a list of numbers',
    breaks: ['PROP-11', 'PROP-35'],
    changes: [accepts('matrix', (value) => typeof value === 'string' && /^\[\[[\d, ]+\], "/u.test(value))],
  },
  'days-beyond-the-month-roll-over': {
    title: 'moves days beyond the end of a month into the next month',
    breaks: ['PROP-35'],
    changes: [
      replace(judgeContent, (sound) => (deployment, question) => {
        const { type, fields } = question
        if (type !== 'date' || typeof fields.value !== 'string') return sound(deployment, question)
        return sound(deployment, { ...question, fields: { ...fields, value: rolledOver(fields.value) } })
      }),
    ],
  },
  'updated-date-rolls-over': {
    title: 'moves a day beyond the end of a month into the next month when a date is updated',
    breaks: ['PROP-35'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        if (before.type !== 'date' || typeof body.value !== 'string') return sound(deployment, before, body)
        return sound(deployment, before, { ...body, value: rolledOver(body.value) })
      }),
    ],
  },
  'matrix-keeps-ten-columns': {
    title: 'stores only the first ten columns of a matrix',
    breaks: ['PROP-31'],
    changes: [cellsKept((row) => row.slice(0, 10))],
  },
  'matrix-cells-are-rounded': {
    title: 'rounds the cells of a matrix to three decimals',
    breaks: ['PROP-31'],
    changes: [cellsKept((row) => row.map((cell) => Math.round(Number(cell) * 1000) / 1000))],
  },
  'escapes-in-a-text-are-read': {
    title: 'reads two backslashes in a text as one',
    breaks: ['PROP-31'],
    changes: [textsKept('text', (value) => value.replaceAll('\\\\', '\\'))],
  },
  'text-loses-its-joiners': {
    title: 'removes zero-width characters from texts',
    breaks: ['PROP-31'],
    changes: [textsKept('text', (value) => value.replaceAll(/[\u200B-\u200D]/gu, ''))],
  },
  'years-to-come-end-at-2100': {
    title: 'stores dates after 2100 with the year 2100',
    breaks: ['PROP-31'],
    changes: [textsKept('date', (value) => value.replace(/^2[1-9]\d\d/u, '2100'))],
  },
  'years-begin-at-1900': {
    title: 'stores dates before 1900 with the year 1900',
    breaks: ['PROP-31'],
    changes: [textsKept('date', (value) => value.replace(/^1[0-8]\d\d/u, '1900'))],
  },
})

/** Another number than was sent is kept of a new property. */
function numbersKept(change: (value: number) => number): RuleChange {
  return kept('numeric', (value) => (typeof value === 'number' ? change(value) : value))
}

/** Another text than was sent is kept of a new property of a type. */
function textsKept(type: PropertyType, change: (value: string) => string): RuleChange {
  return kept(type, (value) => (typeof value === 'string' ? change(value) : value))
}

function kept(type: PropertyType, change: (value: unknown) => unknown): RuleChange {
  return replace(addProperty, (sound) => (deployment, property) => {
    const { content } = property
    if (content.type !== type) return sound(deployment, property)
    return sound(deployment, { ...property, content: { ...content, value: change(content.value) } })
  })
}

/** Another row is kept for each of a new matrix. */
function cellsKept(change: (row: readonly unknown[]) => readonly unknown[]): RuleChange {
  return textsKept('matrix', (value) => {
    if (!isMatrix.test(value)) return value
    const rows = rowsOf(value)
    const changed = rows.map((row: unknown) => (Array.isArray(row) ? change(row) : row))
    return JSON.stringify(changed) === JSON.stringify(rows) ? value : JSON.stringify(changed)
  })
}

/** Values of a type are accepted that the contract refuses. */
function accepts(type: PropertyType, when: (value: unknown) => boolean): RuleChange {
  return replace(
    acceptsValue,
    (sound) => (deployment, asked, value) => (asked === type && when(value)) || sound(deployment, asked, value),
  )
}

function hasLines(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n')
}

function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : new Date(time - 86_400_000).toISOString().slice(0, 10)
}

/** A day beyond the end of its month, up to the 31st, counted into the next one. */
function rolledOver(date: string): string {
  const [year, month, day] = /^\d{4}-\d\d-\d\d$/u.test(date) ? date.split('-').map(Number) : []
  if (year === undefined || month === undefined || day === undefined) return date
  const isRolling = month >= 1 && month <= 12 && day > 28 && day <= 31
  return isRolling ? new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) : date
}

/** What is none is rejected by the sound rule. */
const isMatrix = /^\[(?:\s*\[[-\d.e, ]+\],?)+\]$/u

function rowsOf(matrix: string): readonly unknown[] {
  const rows: unknown = JSON.parse(matrix)
  return Array.isArray(rows) ? rows : []
}

/** Where several properties are created, a value of this type is judged as a lawful one would be, and stored as it is. */
function acceptedInBulk(type: Exclude<PropertyType, 'formula'>, lawful: unknown): RuleChange {
  return replace(judgeContent, (sound) => (deployment, question) => {
    const { fields, at } = question
    const { value } = fields
    if (question.type !== type || value === undefined || !at.includes('properties')) return sound(deployment, question)
    if (acceptsValue(deployment, type, value)) return sound(deployment, question)
    const stored = sound(deployment, { ...question, fields: { ...fields, value: lawful } })
    return { ...stored, value: JSON.stringify(value) }
  })
}
