import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Criterion } from '../../../lib/checks/claims/criterion.ts'
import type { Exchange } from '../../../lib/client/exchange.ts'
import { entriesOf } from '../../../lib/replay/transcript/answers.ts'
import { Chronicle } from '../../../lib/replay/transcript/chronicle.ts'
import { decisionOf } from '../../../lib/replay/transcript/decision.ts'
import { preludeFor } from '../../../lib/replay/transcript/transcript.ts'
import { Variables } from '../../../lib/replay/transcript/variables.ts'
import { exchangeOf } from '../../passive/exchange-of.ts'
import { hostileTexts } from './hostile-texts.ts'

const claimed = {
  requirement: 'PROD-01',
  check: 'a check',
  claim: '',
  expected: '',
  received: '',
  hint: '',
  fingerprint: '',
  way: 'claim',
} as const

/** An answer to exchange 1, which a filter judges. */
function answered(json: unknown, given: Partial<Exchange> = {}): Exchange {
  return { ...exchangeOf({ json, path: '/v1/public/products/17' }), sequence: 1, ...given }
}

/** A page of a list, in answer to exchange 1. */
function page(query: string, ids: readonly string[]): Exchange {
  const json = { items: ids.map((one) => ({ id: one })), count: 1 }
  return { ...exchangeOf({ path: `/v1/public/items?${query}`, json }), sequence: 1 }
}

/** What `decide` of a transcript says of an answer, where the run has got another one. */
function said(criterion: Criterion, inRun: Exchange, now: Exchange, trail: readonly Exchange[] = []): string {
  const finding = { ...claimed, exchanges: [inRun], trail, criterion }
  const decision = decisionOf(finding, { chronicle: new Chronicle(), runId: 'abcd1234', baseUrl: '' })
  const filter = decision?.filter?.replaceAll('$a[#1#].', '.').replaceAll(/#(\d+)#/g, '"$1"')
  if (filter === undefined) return 'no filter'
  const line = `decide 1 ${new Variables().word(filter)}`
  const directory = mkdtempSync(join(tmpdir(), 'jq-forms-'))
  try {
    for (const { sequence, status, headers, json } of [now, ...trail])
      writeFileSync(
        join(directory, `${sequence}.json`),
        JSON.stringify({ n: `${sequence}`, status, headers, body: json }),
      )
    const script = ['set -u; kept=', preludeFor([line]), `(${line}; [ "$kept" ] && echo KEPT || echo UNDECIDED)`].join(
      '\n',
    )
    return execFileSync('sh', ['-c', script], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })
      .toString()
      .trim()
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout')).trim()
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

const id = '7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11'
const user = { id, userName: 'Ada' }
/** A record that the run has not made, which was read by its id. */
const theirs = { id: '0d3c6f5e-8c55-4a8b-9d3a-57e8e9a7c0b1', name: 'Gear pump' }
const listed = { items: [{ id, type: 'text' }], count: 1 }
const sent = {
  ...exchangeOf({
    method: 'POST',
    requestBody: '{"name":"as sent", "value":"[[1, 2]]"}',
    json: { id, createdBy: user },
  }),
  sequence: 2,
}

/** A claim of each kind, an answer that breaks it and one that keeps it; `trail` is what was sent before. */
const kinds: ReadonlyArray<readonly [string, Criterion | ((json: unknown) => Criterion), unknown, unknown]> = [
  ['the code', { kind: 'code', lawful: ['conflict'] }, { error: 'other' }, { error: 'conflict' }],
  ['any other code', { kind: 'code', lawful: { except: ['conflict'] } }, { error: 'conflict' }, { error: 'other' }],
  ['an entry', { kind: 'entry', id, listed: false }, { items: [{ id: id.toUpperCase() }] }, { items: [] }],
  [
    'a field',
    (json) => ({ kind: 'field', name: 'description', shown: false, isFilled: true, in: json }),
    { description: 'x' },
    { description: '' },
  ],
  [
    'either spelling of a field',
    (json) => ({ kind: 'field', name: 'part_number', shown: true, isFilled: true, in: json }),
    {},
    { partNumber: 'x' },
  ],
  [
    'a location',
    { kind: 'location', name: 'readable_id' },
    { details: { errors: [{ loc: ['body', 'name'] }] } },
    { details: { errors: [{ loc: ['body', 'readableId'] }] } },
  ],
  [
    'a type',
    (json) => ({ kind: 'type', in: json, field: 'name', lawful: ['text', 'token'], unlawful: ['null'] }),
    { name: null },
    { name: 'x' },
  ],
  [
    'a writing',
    (json) => ({ kind: 'type', in: json, field: 'id', lawful: ['UUID'], unlawful: ['text'] }),
    { id: '17' },
    { id },
  ],
  [
    'one of some texts',
    (json) => ({ kind: 'type', in: json, field: 'value', lawful: [], unlawful: [], values: ['Draft'] }),
    { value: 'Else' },
    { value: 'Draft' },
  ],
  [
    'a type in a list of others',
    (json) => ({
      kind: 'type',
      in: entriesOf({ json })[0],
      field: 'name',
      lawful: ['text', 'token'],
      unlawful: ['null'],
    }),
    { items: [{ id: 'theirs', name: null }] },
    { items: [{ id: 'theirs', name: 'x' }] },
  ],
  ['the count', { kind: 'count' }, { items: [1, 2], count: 1 }, { items: [1, 2], count: 2 }],
  [
    'each entry',
    { kind: 'each', field: 'type', lawful: ['text'] },
    { items: [{ type: 'text' }, { type: 'date' }] },
    { items: [{ type: 'text' }] },
  ],
  [
    'a field that each entry has',
    { kind: 'each', field: 'type', lawful: ['text'] },
    { items: [{}] },
    { items: [{ type: 'text' }] },
  ],
  [
    'a text in each entry, or none at all',
    { kind: 'each', field: 'name', lawful: { text: 'pump' }, mayBeEmpty: true },
    { items: [{ name: 'valve' }] },
    { items: [] },
  ],
  ['a size', { kind: 'size', least: 1, most: 1 }, { items: [1, 2] }, { items: [1] }],
  ['distinct ids', { kind: 'distinct' }, { items: [{ id: 'a' }, { id: 'a' }] }, { items: [{ id: 'a' }, { id: 'b' }] }],
  [
    'a number and its unit',
    { kind: 'number', expected: 0.5, hasUnit: true },
    { value: '0.5' },
    { value: '0.5000000001 mm' },
  ],
  ['no result', { kind: 'number', expected: 14, hasUnit: false }, { value: null }, { value: '14 mm' }],
  [
    'rows',
    { kind: 'rows', expected: [{ name: 'as sent' }], received: [] },
    { items: [] },
    { items: [{ name: 'as sent' }] },
  ],
  [
    'rows that have not the same fields',
    {
      kind: 'rows',
      expected: [{ name: 'as sent', value: 'as sent' }, { name: 'as sent' }],
      received: [{ name: 'as sent' }, { name: 'as sent' }],
    },
    { items: [{ name: 'as sent' }, { name: 'as sent', value: null }] },
    { items: [{ name: 'as sent' }, { name: 'as sent', value: 'as sent' }] },
  ],
  [
    'the letter case of a text',
    (json) => ({ kind: 'same', expected: { name: 'as sent' }, received: json, fields: ['name'] }),
    { name: 'AS SENT' },
    { name: 'as sent' },
  ],
  [
    'a record of others in a list',
    (json) => ({ kind: 'same', expected: theirs, received: entriesOf({ json })[0], fields: ['name'] }),
    { items: [{ ...theirs, name: 'Valve' }] },
    { items: [{ id: 'another' }, theirs] },
  ],
  [
    'what was sent',
    (json) => ({ kind: 'same', expected: { name: 'as sent' }, received: json, fields: ['name'] }),
    { name: 'other' },
    { name: 'as sent' },
  ],
  [
    'what another answer shows',
    (json) => ({ kind: 'same', expected: { updatedBy: user }, received: json, fields: ['updatedBy.id'] }),
    { updatedBy: { id: 'x' } },
    { updatedBy: user },
  ],
  [
    'another value',
    (json) => ({ kind: 'same', expected: { name: 'as sent' }, received: json, fields: ['name'], differs: true }),
    { name: 'as sent' },
    { name: 'other' },
  ],
]

describe('a claim of each kind is decided by the answer', () => {
  test.each(kinds)('%s', (_, claim, broken, sound) => {
    const inRun = answered(broken)
    const criterion = typeof claim === 'function' ? claim(broken) : claim
    const trail = [
      { ...sent, sequence: 0 },
      { ...exchangeOf({ json: theirs, path: `/v1/public/products/${theirs.id}` }), sequence: 2 },
    ]
    expect(said(criterion, inRun, inRun, trail)).toMatch(/^BREACH/)
    expect(said(criterion, inRun, answered(sound), trail)).toBe('KEPT')
  })

  test('a status: of a third one nothing is said', () => {
    const criterion = { kind: 'status', lawful: [409] } as const
    const inRun = answered({}, { status: 201 })
    const words = [201, 409, 500].map((status) => said(criterion, inRun, answered({}, { status })))
    expect(words).toEqual([expect.stringMatching(/^BREACH/), 'KEPT', 'UNDECIDED'])
  })

  test('of an answer with another status than in the run nothing else is said', () => {
    expect(said({ kind: 'count' }, answered({ items: [1], count: 2 }), answered(listed, { status: 404 }))).toBe(
      'UNDECIDED',
    )
  })

  test('a record that was refused is to be shown as it was', () => {
    const criterion = { kind: 'same', expected: { name: 'as sent' }, received: undefined, fields: ['name'] } as const
    const inRun = answered({ error: 'not_found' }, { status: 404 })
    const words = [inRun, answered({ name: 'as sent' }), answered({}, { status: 500 })].map((now) =>
      said(criterion, inRun, now, [{ ...sent, sequence: 0 }]),
    )
    expect(words).toEqual([expect.stringMatching(/^BREACH/), 'KEPT', 'UNDECIDED'])
  })

  test('a page begins where another page of the list shows its first entries', () => {
    const whole = { ...page('limit=100&offset=0', ['a', 'b', 'c', 'd']), sequence: 0 }
    const criterion = { kind: 'page', first: ['b', 'c'] } as const
    const inRun = page('limit=2&offset=1', ['c', 'd'])
    const words = [inRun, page('limit=2&offset=1', ['b', 'c'])].map((now) => said(criterion, inRun, now, [whole]))
    expect(words).toEqual([expect.stringMatching(/^BREACH/), 'KEPT'])
  })

  test('a header has one of its lawful values, whichever', () => {
    const criterion = { kind: 'header', name: 'X-Kind', values: ['one', 'two'] } as const
    const [wrong, lawful] = [
      answered({}, { headers: { 'x-kind': 'three' } }),
      answered({}, { headers: { 'x-kind': 'two' } }),
    ]
    expect([said(criterion, wrong, wrong), said(criterion, wrong, lawful)]).toEqual([
      expect.stringMatching(/^BREACH/),
      'KEPT',
    ])
  })

  test('another notation of the same is neither accused nor excused', () => {
    const criterion = {
      kind: 'same',
      expected: { value: '[[1, 2]]' },
      received: { value: '[[3]]' },
      fields: ['value'],
    } as const
    const inRun = answered(criterion.received)
    const trail = [{ ...sent, sequence: 0 }]
    expect(said({ ...criterion, received: inRun.json }, inRun, answered({ value: '[[1,2]]' }), trail)).toBe('UNDECIDED')
  })

  test('a field of a long body, of which only the beginning is kept, is compared', () => {
    const whole = answered({ id: '17', name: 'x'.repeat(100) })
    const inRun = { ...whole, body: whole.body.subarray(0, 10) }
    const criterion = { kind: 'type', in: inRun.json, field: 'id', lawful: ['UUID'], unlawful: ['text'] } as const
    expect(said(criterion, inRun, answered({ id }))).toBe('KEPT')
    expect(said(criterion, inRun, answered({ id: '17' }))).toMatch(/^BREACH/)
  })

  test('a value that the target made, and no other answer shows, is not looked for in another run', () => {
    const inRun = answered({ name: 'x' })
    expect(said({ kind: 'text', text: 'made by the target', shown: false }, inRun, inRun)).toBe('no filter')
  })
})

describe('a hostile text is itself', () => {
  test.each(Object.entries(hostileTexts))('for a shell: %s', (_, text) => {
    const word = new Variables().word(text)
    expect(execFileSync('sh', ['-c', `printf %s ${word}; printf .`]).toString()).toBe(`${text}.`)
  })

  test.each(Object.entries(hostileTexts).filter(([, text]) => text !== ''))('for jq: %s', (_, text) => {
    const trail = [exchangeOf({ method: 'POST', requestBody: JSON.stringify({ name: text }) })].map((one) => ({
      ...one,
      sequence: 0,
    }))
    const inRun = answered({ name: 'other' })
    const criterion = { kind: 'same', expected: { name: text }, received: inRun.json, fields: ['name'] } as const
    expect(said(criterion, inRun, answered({ name: text }), trail)).toBe('KEPT')
    expect(said(criterion, inRun, inRun, trail)).toMatch(/^BREACH/)
  })
})
