import { expect, test } from 'vitest'
import type { Claim } from '../../lib/checks/claims/claim.ts'
import { judge } from '../../lib/checks/claims/judge.ts'
import { claimWords } from '../../lib/wording/claim-words.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const [one, two, three] = ['A', 'b', 'c'] as const
const record = {
  id: 'r1',
  name: ' Feed pump ',
  part_number: 'pn-1',
  createdAt: '2026-01-01T00:00:00Z',
  description: '',
}
const list = {
  items: [
    { id: 'a', type: 'text' },
    { id: 'B', type: 'date' },
  ],
  count: 2,
}
const refused = { status: 409, json: { error: 'conflict', message: 'in use' } }

/** Each kind: the claim, an answer of which it holds, and one of which it does not. */
const rows: ReadonlyArray<readonly [claim: Claim, holds: object, fails: object, received: string]> = [
  [{ kind: 'status', lawful: [201] }, { status: 201 }, { status: 200 }, '200'],
  [{ kind: 'status', lawful: 'a success' }, { status: 204 }, refused, '409 conflict'],
  [{ kind: 'status', lawful: 'a refusal' }, refused, { status: 500 }, '500'],
  [{ kind: 'status', lawful: 'below 500' }, refused, { status: 502 }, '502'],
  [{ kind: 'status', lawful: { except: [200] } }, refused, { status: 200 }, '200'],
  [{ kind: 'code', lawful: ['conflict'] }, refused, { status: 409, json: { error: 'no', message: 'no' } }, '409 no'],
  [{ kind: 'code', lawful: { except: ['conflict'] } }, { json: {} }, refused, '409 conflict'],
  [
    { kind: 'header', name: 'X-Word', values: ['yes'] },
    { headers: { 'x-word': 'yes' } },
    { headers: { 'x-word': 'no' } },
    '"no"',
  ],
  [
    { kind: 'header', name: 'X-Word', values: { except: ['no'] } },
    { headers: { 'x-word': 'yes' } },
    { headers: { 'x-word': 'no' } },
    '"no"',
  ],
  [{ kind: 'header', name: 'X-Word', values: 'absent' }, {}, { headers: { 'x-word': 'no' } }, '"no"'],
  [
    { kind: 'entries', ids: [one, two], listed: true },
    { json: list },
    { json: { items: [], count: 0 } },
    'a list of 0 entries, 2 missing (a, b)',
  ],
  [
    { kind: 'entries', ids: [three], listed: false },
    { json: list },
    { json: { items: [{ id: 'C' }] } },
    'a list of 1 entry with it',
  ],
  [
    { kind: 'entries', ids: [one, two], listed: true, only: true },
    { json: list },
    { json: { items: [...list.items, { id: 'c' }] } },
    'a list of 3 entries, 1 unexpected (c)',
  ],
  [{ kind: 'size', most: 0 }, { json: { items: [] } }, { json: list }, '2 entries'],
  [{ kind: 'size', least: 1 }, { json: list }, { json: { items: [] } }, '0 entries'],
  [{ kind: 'page', least: 2, most: 2 }, { json: list }, { json: { items: [] } }, '0 entries'],
  [{ kind: 'page', first: ['a'] }, { json: list }, { json: { items: [{ id: 'b' }] } }, '["b"]'],
  [
    { kind: 'shows', fields: { name: 'Feed pump', part_number: 'PN-1', description: undefined } },
    { json: record },
    { json: { ...record, name: 'Feed' } },
    '{"name":"Feed"}',
  ],
  [
    { kind: 'field', name: 'part_number', shown: false, isFilled: true },
    { json: { part_number: null } },
    { json: record },
    '"pn-1"',
  ],
  [{ kind: 'field', name: 'part_number', shown: true }, { json: { partNumber: 'PN-1' } }, { json: {} }, 'nothing'],
  [
    { kind: 'differs', field: 'name', from: 'Feed pump' },
    { json: { name: 'Motor' } },
    { json: record },
    '" Feed pump "',
  ],
  [
    { kind: 'differs', field: 'createdAt', from: '2026-01-01T00:00:00Z', later: true },
    { json: { createdAt: '2026-01-01T01:00:01+01:00' } },
    { json: record },
    '"2026-01-01T00:00:00Z"',
  ],
  [
    { kind: 'each', field: 'type', lawful: ['text', 'DATE'] },
    { json: list },
    { json: { items: [{ id: 'z', type: 'status' }] } },
    '"status"',
  ],
  [
    { kind: 'now', field: 'createdAt' },
    { json: record, headers: { date: 'Thu, 01 Jan 2026 00:09:00 GMT' } },
    { json: record, headers: { date: 'Thu, 01 Jan 2026 00:11:00 GMT' } },
    '"2026-01-01T00:00:00Z"',
  ],
  [{ kind: 'text', text: 'Pump', shown: true, mayRefuse: true }, refused, { json: {} }, 'no such text'],
  [{ kind: 'text', text: 'Pump', shown: false }, { json: {} }, { json: { deep: [record] } }, '" Feed pump "'],
]

test.each(rows)('%j holds of %j and not of %j', (claim, holds, fails, received) => {
  expect(judge(claim, exchangeOf(holds))).toBeUndefined()
  const [answer, failure] = [exchangeOf(fails), judge(claim, exchangeOf(fails))]
  expect(failure).toBeDefined()
  expect(claimWords(claim, failure ?? {}, { exchange: answer }).received).toBe(received)
})

test('entries may be those of several pages, or some of a page', () => {
  const lastPage = exchangeOf({ json: { items: [] } })
  const claim = { kind: 'entries', ids: [two], among: [{ id: 'B' }] } as const
  expect(judge({ ...claim, listed: true }, lastPage)).toBeUndefined()
  expect(judge({ ...claim, listed: false }, lastPage)?.received).toEqual({ found: [two], among: 1 })
})

test('spaces are nothing, as an empty text is', () => {
  const claim: Claim = { kind: 'shows', fields: { description: '  ' } }
  expect(judge(claim, exchangeOf({ json: { description: '' } }))).toBeUndefined()
})

test('what makes a finding the same is its kind and place, and no value of the run', () => {
  const claim: Claim = { kind: 'shows', fields: { name: 'x' } }
  const fingerprints = ['7f3c', '91aa'].map(
    (name) => claimWords(claim, judge(claim, exchangeOf({ json: { name } })) ?? {}, {}).fingerprint,
  )
  expect(new Set(fingerprints).size).toBe(1)
})

test.each([
  ['one missing', ['a'], '1 missing, 0 twice'],
  ['one twice', ['a', 'b', 'a'], '0 missing, 1 twice'],
  ['one of another list', ['a', 'b', 'c'], '0 missing, 0 twice, 1 that'],
])('a pagination with %s is found wrong', (_, seen, received) => {
  const claim: Claim = { kind: 'pagination', due: ['a', 'b'], seen: ['b', 'a'], goesOn: false, repeats: 0 }
  expect(judge(claim, undefined)).toBeUndefined()
  const failure = judge({ ...claim, seen }, undefined)
  expect(failure).toBeDefined()
  expect(claimWords(claim, failure ?? {}, {}).received).toContain(received)
})

test.each([
  ['uploaded_at', '2026-11-26T15:36:52.692Z', '2026-11-26T16:36:52.692+01:00'],
  ['updatedAt', '2026-11-26T15:36:52.692Z', '2026-11-26T15:36:52Z'],
  ['value', 0.1, 0.1 + 1e-12],
])('%s %s is lawful as %s, however it is written', (field, due, other) => {
  const answer = exchangeOf({ json: { [field]: other } })
  expect(judge({ kind: 'each', field, lawful: [due] }, answer)).toBeUndefined()
  expect(judge({ kind: 'shows', fields: { [field]: due } }, answer)).toBeUndefined()
})

test('an entry that an answer does not show is none of those that a list must not have', () => {
  const claim: Claim = { kind: 'entries', ids: ['a'], listed: false, among: [undefined, { userId: 'B' }] }
  expect(judge(claim, undefined)).toBeUndefined()
  expect(judge({ ...claim, ids: ['b'] }, undefined)).toBeDefined()
})

test('a list without entries proves nothing of each, and a record with a field of that name is judged', () => {
  const claim: Claim = { kind: 'each', field: 'readable_id', lawful: { except: ['taken'] } }
  const nothing = exchangeOf({ path: '/v1/public/products', json: { items: null, count: 0 } })
  expect(() => judge(claim, nothing)).toThrow('did not return a list')
  const path = '/v1/public/products/7b0c3a8e-5f0d-4f0e-9b8e-0d8c6c1f2a11'
  const shown = (readable_id: string) => exchangeOf({ path, json: { items: 3, readable_id } })
  expect(judge(claim, shown('free'))).toBeUndefined()
  expect(judge(claim, shown('taken'))).toBeDefined()
})
