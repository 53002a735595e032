import { answers, answersOf, records, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange, Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { withTexts } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const lists = ['GET /products', 'GET /items', 'GET /properties', 'GET /files']
const timeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'])

/** Lawful differences in how one and the same value is shown in different places and at different times. */
export const notationVariants = defineVariants({
  'ids-mix-letter-case': {
    title: 'returns the id of a record in lower case and ids of other records in upper case',
    latitude: 'UUIDs are case-insensitive',
    touches: ['GEN-02', 'PROD-03', 'PROP-04'],
    without: ['ids-in-upper-case', 'ids-are-of-another-version'],
    changes: [records((record) => withTexts(record, (text, name) => (isForeignId(name) ? inCapitals(text) : text)))],
  },
  'ids-are-of-another-version': {
    title: 'uses UUIDs of version 7 with an unusual variant',
    latitude: 'the contract does not define the version of UUIDs',
    touches: ['GEN-02', 'PROD-01', 'PROP-01'],
    changes: otherUuids(),
  },
  'fractions-lose-their-zeros': {
    title: 'drops trailing zeros of fractions of a second',
    latitude: 'ISO 8601 allows any precision',
    touches: ['GEN-03'],
    changes: [times((time) => time.replace(/(\.\d*?)0+(?=Z|$)/iu, '$1').replace(/\.(?=Z|$)/iu, ''))],
  },
  'lists-show-times-to-the-second': {
    title: 'returns times in lists in whole seconds and in another zone than elsewhere',
    latitude: 'any precision and offset are lawful',
    touches: ['GEN-03', 'PROD-20', 'PROP-26'],
    without: ['times-are-kept-to-the-second', 'every-time-with-an-offset', 'times-to-the-minute'],
    changes: [answersOf({ routes: lists }, (answer) => withEachRecord(answer, (record) => timesOf(record, inNewYork)))],
  },
  'sets-have-no-order': {
    title: 'returns excluded statuses, references and links of files in a different order each time',
    latitude: 'any order of lists is lawful',
    touches: ['GEN-04', 'PROD-12', 'PROP-06', 'FILE-09'],
    changes: [answers((answer, deployment) => inTurn(answer, recallTurn(deployment)))],
  },
  'reads-are-counted': {
    title: 'returns with each record how often and when it was last read',
    latitude: 'extra fields are lawful and may change',
    touches: ['GEN-04'],
    changes: [
      answers((answer, deployment) => {
        const count = (recall<number>(deployment, 'reads')?.value ?? 0) + 1
        remember(deployment, 'reads', count)
        const seen = { view_count: count, lastViewedAt: new Date().toISOString() }
        return withEachRecord(answer, (record) => ('id' in record ? { ...record, ...seen } : record))
      }),
    ],
  },
  'records-are-stamped-twice': {
    title: 'sets updatedAt a moment before createdAt on creation',
    latitude: 'the contract does not say which time is taken first',
    touches: ['PROD-34', 'PROP-38'],
    changes: [records((record) => withTexts(record, (text, name) => (name === 'createdAt' ? later(text) : text)))],
  },
})

function isForeignId(name: string): boolean {
  return name !== 'id' && name !== 'file_link_id' && name.endsWith('_id')
}

function inCapitals(text: string): string {
  return uuid.test(text) ? text.toUpperCase() : text
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu
const usual = /([\da-f]{8}-[\da-f]{4}-)4([\da-f]{3}-)([89ab])([\da-f]{3}-[\da-f]{12})/giu
const other = /([\da-f]{8}-[\da-f]{4}-)7([\da-f]{3}-)([cdef])([\da-f]{3}-[\da-f]{12})/giu

/** The same ids with other bits of version and variant; what is not an id of a resource stays as it is. */
function otherUuids(): readonly Change[] {
  return [
    replace(idFromPath, (sound) => (deployment, text) => sound(deployment, toUsual(text))),
    requests((sent) => ({ ...sent, query: texts(sent.query, toUsual), body: bodyWith(sent.body) })),
    records((record) => withTexts(record, (text, name) => (isId(name) || text.includes('@{') ? toOther(text) : text))),
  ]
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('_id')
}

function toUsual(text: string): string {
  return text.replaceAll(
    other,
    (_, one: string, two: string, nibble: string, rest: string) =>
      `${one}4${two}${(Number.parseInt(nibble, 16) - 4).toString(16)}${rest}`,
  )
}

function toOther(text: string): string {
  return text.replaceAll(
    usual,
    (_, one: string, two: string, nibble: string, rest: string) =>
      `${one}7${two}${(Number.parseInt(nibble, 16) + 4).toString(16)}${rest}`,
  )
}

/** Ids stand near the top of a body; what nests deeper than calls can is left alone. */
function bodyWith(body: unknown, levels = 5): unknown {
  if (levels === 0 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
  if (Array.isArray(body)) return body.map((entry: unknown) => bodyWith(entry, levels - 1))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && (isId(name) || value.includes('@{')) ? toUsual(value) : bodyWith(value, levels - 1),
    ]),
  )
}

function texts(record: Readonly<Record<string, unknown>>, change: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  )
}

function times(change: (time: string) => string): AnswerChange {
  return records((record) => timesOf(record, change))
}

function timesOf(
  record: Readonly<Record<string, unknown>>,
  change: (time: string) => string,
): Readonly<Record<string, unknown>> {
  return withTexts(record, (text, name) => (timeFields.has(name) ? change(text) : text))
}

function inNewYork(time: string): string {
  if (!/^\d{4}-\d\d-\d\dT.*Z$/iu.test(time)) return time
  return new Date(Date.parse(time) - 18_000_000).toISOString().replace(/\.\d+Z$/u, '-05:00')
}

function later(time: string): string {
  const at = Date.parse(time)
  return Number.isNaN(at) || !/\.\d{3}Z$/u.test(time) ? time : new Date(at + 2).toISOString()
}

function recallTurn(deployment: Parameters<typeof recall>[0]): number {
  const turn = (recall<number>(deployment, 'turn')?.value ?? 0) + 1
  remember(deployment, 'turn', turn)
  return turn
}

function inTurn(answer: Answer, turn: number): Answer {
  if (turn % 2 === 0 || answer.status === 201) return answer
  return withEachRecord(answer, (record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        sets.has(name) && Array.isArray(value) ? value.toReversed() : value,
      ]),
    ),
  )
}

const sets: ReadonlySet<string> = new Set(['excludedStatusIds', 'references', 'used_in'])
