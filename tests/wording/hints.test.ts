import { expect, test } from 'vitest'
import type { Claim } from '../../lib/checks/claims/claim.ts'
import type { Failure, Kind, Of } from '../../lib/checks/claims/statement.ts'
import type { WindowRule } from '../../lib/checks/claims/criterion.ts'
import type { Exchange, Identity } from '../../lib/client/exchange.ts'
import { claimWords, hintOf } from '../../lib/wording/claim-words.ts'
import { shapeHint } from '../../lib/wording/shape-hints.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

type Failures<Each extends Kind> = ReadonlyArray<readonly [claim: Of<Each>, failure?: Failure]>

const compared = [
  {},
  { expected: 1, received: 2 },
  { fields: ['name'], expected: { name: 'a' }, received: {} },
] as const

/** Each kind of claim, and the ways in which it fails: a kind that is missing here does not compile. */
const kinds: { readonly [Each in Kind]: Failures<Each> } = {
  status: (
    ['a success', 'a refusal', 'below 500', [200, 201], [401], [403], [404], [409], [422], { except: [200] }] as const
  ).map((lawful) => [{ kind: 'status', lawful }] as const),
  code: [
    [{ kind: 'code', lawful: ['conflict'] }, { received: { status: 409, code: 'no' } }],
    [{ kind: 'code', lawful: { except: ['conflict'] } }, { received: { status: 409 } }],
  ],
  location: [
    [{ kind: 'location', name: 'limit' }, { received: [] }],
    [{ kind: 'location', name: 'limit' }, { received: [['body', 'max']] }],
  ],
  header: [
    [{ kind: 'header', name: 'X-Word' }],
    [{ kind: 'header', name: 'X-Word', values: ['a'] }, { received: 'b' }],
    [{ kind: 'header', name: 'X-Word', values: 'absent' }, { received: 'b' }],
  ],
  'media type': [[{ kind: 'media type', lawful: ['image/png'] }]],
  disposition: [[{ kind: 'disposition' }], [{ kind: 'disposition', names: ['a.txt'] }]],
  bytes: [0, 7].map((bytes) => [{ kind: 'bytes', sha256: '' }, { received: { sha256: 'x', bytes } }] as const),
  shows: [
    ...compared.map((failure) => [{ kind: 'shows', fields: { name: 'a' } }, failure] as const),
    [
      { kind: 'shows', fields: { name: 'a' } },
      { fields: ['name'], expected: {}, received: { name: 'a' } },
    ],
  ],
  record: compared.map(
    (failure) => [{ kind: 'record', record: 'product', expected: 1, received: 2 }, failure] as const,
  ),
  field: [true, false].map((shown) => [{ kind: 'field', name: 'name', shown }] as const),
  differs: [[{ kind: 'differs', field: 'id', from: 'a' }], [{ kind: 'differs', field: 'at', from: 'a', later: true }]],
  now: [[{ kind: 'now', field: 'createdAt' }]],
  text: [true, false].map((shown) => [{ kind: 'text', text: 'a', shown }] as const),
  same: [[{ kind: 'same', expected: 1, received: 2 }]],
  each: [[{ kind: 'each', field: 'type', lawful: ['text'] }], [{ kind: 'each', field: 'name', lawful: { text: 'a' } }]],
  entries: [
    [{ kind: 'entries', ids: ['a'], listed: true }, { received: { missing: ['a'], among: 0 } }],
    [{ kind: 'entries', ids: ['a'], listed: true, only: true }, { received: { missing: [], others: ['b'], among: 2 } }],
    [{ kind: 'entries', ids: ['a'], listed: false }, { received: { found: ['a'], among: 1 } }],
    [{ kind: 'entries', ids: ['a'], listed: false, to: 'own' }, { received: { found: ['a'], among: 1 } }],
    [{ kind: 'entries', ids: ['a'], listed: true }, { received: { status: 404 } }],
  ],
  size: [
    [{ kind: 'size', most: 0 }, { received: 2 }],
    [{ kind: 'size', least: 1 }, { received: 0 }],
  ],
  page: [
    [{ kind: 'page', most: 5 }, { received: 6 }],
    [{ kind: 'page', first: ['a'] }, { received: ['b'] }],
  ],
  pagination: [0, 1].map(
    (others) =>
      [
        { kind: 'pagination', due: [], seen: [], goesOn: false, repeats: 0 },
        { received: { twice: 1, others } },
      ] as const,
  ),
  rows: [
    [
      { kind: 'rows', expected: [], received: [] },
      { expected: [], received: [1] },
    ],
    [
      { kind: 'rows', expected: [], received: [] },
      { expected: [1], received: [] },
    ],
  ],
  race: [
    [{ kind: 'race', answers: [] }, { received: [201, 201] }],
    [{ kind: 'race', answers: [] }, { received: [409, 409] }],
    [{ kind: 'race', answers: [] }, { received: [201, 422] }],
  ],
}
const claims = Object.values(kinds).flat()

const statuses = [200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 413, 415, 418, 422, 429, 500, 503]
const identities: readonly Identity[] = ['own', 'same-organization', 'other-organization', 'revoked', 'none', 'forged']
const answers: ReadonlyArray<Exchange | undefined> = [
  undefined,
  ...statuses.flatMap((status) =>
    identities.flatMap((identity) =>
      (['GET', 'POST', 'PATCH', 'DELETE'] as const).flatMap((method) =>
        ['', '?limit=5&q=a'].map((query) => answerOf({ status, method, query, identity })),
      ),
    ),
  ),
]

function answerOf({ status = 200, method = 'GET', query = '', identity = 'own' }: Partial<Asked>): Exchange {
  return { ...exchangeOf({ status, method, path: `/v1/public/products${query}` }), identity }
}

interface Asked {
  readonly status: number
  readonly method: string
  readonly query: string
  readonly identity: Identity
}

/** A short clause that names a mistake and leaves open whether it is the one. */
const plain = /^(?=.{20,140}$)(?=.*\bseem)[a-z].*[^.]$/

test('each kind of claim has a hint for each way in which it fails, whatever was asked and answered', () => {
  const hints = new Set(
    claims.flatMap(([claim, failure = {}]) => answers.map((answer) => hintOf(claim, failure, answer))),
  )
  expect([...hints].filter((hint) => !plain.test(hint))).toEqual([])
  expect(hints.size).toBeGreaterThan(60)
})

test('a claim in words of its own has one, by how an answer shows it', () => {
  const rules: readonly WindowRule[] = ['counts organizations apart', 'tells one limit']
  const bare = { claim: 'it holds', holds: false, expected: 'a', received: 'b' } as const
  const hints = [
    ...answers.map((answer) => hintOf(bare, {}, answer)),
    ...rules.map((rule) => hintOf({ ...bare, criterion: { kind: 'window', rule } }, {}, undefined)),
    hintOf({ ...bare, criterion: { kind: 'settled' } }, {}, undefined),
  ]
  expect(hints.filter((hint) => !plain.test(hint))).toEqual([])
})

test.each<readonly [Claim, Failure, Partial<Asked>, RegExp]>([
  [{ kind: 'status', lawful: 'a refusal' }, {}, { status: 201, method: 'POST' }, /^missing validation/],
  [{ kind: 'status', lawful: 'a refusal' }, {}, { query: '?limit=500' }, /^lenient query parsing/],
  [{ kind: 'status', lawful: [403] }, {}, { status: 404 }, /^scoped lookup/],
  [{ kind: 'status', lawful: 'a success' }, {}, { status: 409, method: 'PATCH' }, /WHERE id <> \?/],
  [{ kind: 'status', lawful: [401] }, {}, { identity: 'revoked' }, /^cached keys/],
  [{ kind: 'status', lawful: 'below 500' }, {}, { status: 500 }, /^unhandled exception/],
  [{ kind: 'race', answers: [] }, { received: [201, 201, 409] }, {}, /not seem to be one transaction/],
  [{ kind: 'each', field: 'type', lawful: ['text'] }, { received: null }, { query: '?type=text' }, /^wrong type/],
  [
    { kind: 'each', field: 'type', lawful: ['text'] },
    { received: 'date' },
    { query: '?type=text&limit=5' },
    /^ignored filter: the query seems to ignore `type`/,
  ],
  [
    { kind: 'shows', fields: { name: undefined } },
    { fields: ['name'], expected: {}, received: { name: 'a' } },
    { method: 'PATCH' },
    /COALESCE/,
  ],
  [
    { kind: 'pagination', due: [], seen: [], goesOn: false, repeats: 0 },
    { received: { twice: 1, missing: 1, others: 0 } },
    {},
    /ORDER BY/,
  ],
])('%j with %j of %j names the mistake', (claim, failure, asked, mistake) => {
  expect(hintOf(claim, failure, answerOf(asked))).toMatch(mistake)
})

test('a hint of the claim itself goes first', () => {
  const claim: Claim = { kind: 'size', most: 0, hint: 'unanchored pattern' }
  expect(claimWords(claim, {}, {}).hint).toBe('unanchored pattern')
})

test('the hint shows names of parameters and none of their values', () => {
  const asked = answerOf({ query: '?workspace_id=7b0c3a8e&q=Pump' })
  const hint = hintOf({ kind: 'entries', ids: ['a'], listed: true }, { received: { missing: ['a'] } }, asked)
  expect(hint).toContain('(query parameters: `workspace_id`, `q`)')
  expect(hint).not.toMatch(/7b0c|Pump/)
})

test.each([
  [['text'], null, /write null instead/],
  [['text'], undefined, /leave out `name`/],
  [['text'], '', /empty text/],
  [['nothing'], 'a', /^raw record/],
  [['UUID'], 'a-1', /^internal id/],
  [['UUID'], 17, /^column type/],
  [['time'], 'yesterday', /^time format/],
  [['time'], 1_700_000_000, /seconds or milliseconds/],
  [['integer'], '7', /^text instead of a value/],
  [['boolean'], 1, /^flag/],
  [['user'], 'Ada', /^relation not loaded/],
  [['text'], { a: 1 }, /^relation/],
] as const)('a field with one of %j that shows %j has a hint', (lawful, value, mistake) => {
  const hint = shapeHint({ of: 'product', field: 'name' }, { lawful, unlawful: [] }, value)
  expect(hint).toMatch(plain)
  expect(hint).toMatch(mistake)
})

test('an enumerated text has a hint about its letter case', () => {
  const kindsOfStatus = { lawful: [], unlawful: [], values: ['draft'] } as const
  expect(shapeHint({ of: 'product', field: 'status' }, kindsOfStatus, 'DRAFT')).toContain('letter case')
})
