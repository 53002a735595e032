import { describe, expect, test } from 'vitest'
import { blameFor, sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { uuid } from './resources.ts'

const path = `/v1/public/products/${uuid}`
const entry = { loc: ['body', 'name', 0], msg: 'required', type: 'missing' }
const notFound = { error: 'not_found', message: 'no such product' }
const invalid = { error: 'validation_error', message: 'bad', details: { errors: [entry] } }

describe('a lawful error', () => {
  test.each([
    [404, notFound],
    [404, { ...notFound, details: null }],
    [404, { ...notFound, details: {}, trace: 'abc' }],
    [409, { error: 'PART_NUMBER_ALREADY_ASSIGNED', message: 'x' }],
    [422, invalid],
    [422, { error: 'bad_format', message: 'x' }],
    [422, { ...invalid, details: { errors: [{ ...entry, loc: [] }], more: 1 } }],
  ])('%d with %j', (status, json) => {
    expect(blameFor({ path, status, json })).toEqual([])
  })
})

describe('an error is blamed once, for', () => {
  test.each([
    ['ERR-01', { status: 404, json: { error: 'not_found' } }],
    ['ERR-01', { status: 404, json: { error: '', message: 'x' } }],
    ['ERR-01', { status: 404, json: { error: 404, message: 'x' } }],
    ['ERR-01', { status: 404, json: ['not_found'] }],
    ['ERR-01', { status: 404, body: '' }],
    ['ERR-01', { status: 404, body: '{"error":' }],
    ['ERR-02', { status: 404, json: { ...notFound, details: 'x' } }],
    ['ERR-02', { status: 404, json: { ...notFound, details: [] } }],
    ['ERR-02', { status: 422, json: { ...invalid, details: [entry] } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: null } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: {} } } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: ['bad'] } } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: [{ ...entry, loc: 'body.name' }] } } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: [{ ...entry, loc: [null] }] } } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: [{ loc: [], type: 'x' }] } } }],
    ['ERR-04', { status: 422, json: { ...invalid, details: { errors: [{ loc: [], msg: 'x' }] } } }],
    ['ERR-15', { status: 500, body: 'oops', headers: { 'content-type': 'text/plain' } }],
    ['ERR-15', { status: 503, json: { error: 'x', message: 'y' }, headers: { 'x-request-id': undefined } }],
    ['ERR-16', { status: 404, json: { ...notFound, error: 'Not found' } }],
    ['ERR-19', { status: 404, json: { ...notFound, message: 'SQLITE_ERROR' } }],
    ['ERR-19', { status: 404, json: { ...notFound, details: { stack: ['at f (/srv/a.js:1:2)'] } } }],
    ['GEN-01', { status: 404, body: Buffer.from([0x22, 0xff, 0x22]) }],
  ])('%s with %j', (requirement, answer) => {
    expect(blameFor({ path, ...answer })).toEqual([requirement])
  })
})

test.each([
  ['an error page', { body: '<html>', headers: { 'content-type': 'text/html' } }, ['ERR-01', 'ERR-21']],
  ['JSON called text', { json: notFound, headers: { 'content-type': 'text/plain' } }, ['ERR-21', 'GEN-01']],
  ['JSON of no type', { json: notFound, headers: { 'content-type': undefined } }, ['ERR-21', 'GEN-01']],
])('%s breaks two rules at once', (_, answer, blamed) => {
  expect(blameFor({ path, status: 404, ...answer })).toEqual(blamed)
})

describe('errors that are not of the contract are left alone', () => {
  const page = { status: 404, body: '<html>', headers: { 'content-type': 'text/html', 'x-request-id': undefined } }
  test.each([
    ['an unknown path', { path: '/v1/public/nothing' }],
    ['a method that the path does not have', { method: 'PUT' }],
    ['HEAD', { method: 'HEAD', body: '' }],
    ['dot segments', { path: '/v1/public/products/..' }],
    ['an encoded slash', { path: '/v1/public/products/a%2Fb' }],
    ['an escape that no identifier needs', { path: '/v1/public/products/%25', status: 403 }],
    ['a firewall, at what is sent to be refused', { path: `${path}?q=%3Cscript%3E`, broken: 'a query', status: 403 }],
    ['a gateway, in JSON of its own', { broken: 'a query', status: 403, body: '{"message":"Forbidden"}', headers: {} }],
    ['a gateway, at a type that it does not know', { broken: 'a hostile content type', status: 415 }],
    ['a server, at a header that is none', { broken: 'a hostile header', status: 400 }],
    [
      'a firewall, at much JSON',
      {
        method: 'POST',
        path: '/v1/public/items/bulk',
        requestHeaders: { 'content-type': 'application/json' },
        requestBody: `"${'a'.repeat(9000)}"`,
        status: 403,
      },
    ],
    [
      'a firewall, at a script',
      { method: 'POST', path: '/v1/public/products', requestBody: '{"name":"<script>"}', status: 403 },
    ],
    ['a trailing slash', { path: '/v1/public/products/' }],
    ['an endless path, refused by HTTP', { path: `/v1/public/products/${'a'.repeat(9000)}`, status: 414 }],
    ['a NUL, refused by HTTP', { path: '/v1/public/products/a%00', status: 400 }],
    ['a bad escape, refused by HTTP', { path: '/v1/public/products/%zz', status: 400 }],
    ['an endless header, refused by HTTP', { requestHeaders: { 'x-request-id': 'a'.repeat(9000) }, status: 431 }],
    [
      'more JSON than a proxy lets pass',
      {
        method: 'POST',
        path: '/v1/public/products',
        requestHeaders: { 'content-type': 'application/json' },
        requestBody: `"${'a'.repeat(70_000)}"`,
        status: 413,
      },
    ],
    ['a method not allowed', { path: '/v1/public/items/bulk', status: 405 }],
  ])('%s', (_, answer) => {
    const { blamed } = sightingOf(exchangeOf({ path, ...page, ...answer }))
    expect(blamed.filter((id) => !id.startsWith('HDR'))).toEqual([])
  })
})

test.each([
  ['of a plain request', {}],
  ['of a body that a client sends', { method: 'PATCH', requestBody: '{"description":"two\\nlines"}' }],
])('a 403 in HTML %s is the service’s own', (_, answer) => {
  const page = { status: 403, body: '<html>', headers: { 'content-type': 'text/html' } }
  expect(sightingOf(exchangeOf({ path, ...page, ...answer })).blamed).toEqual(['ERR-01', 'ERR-21'])
})

test('an unlisted status is recorded, a listed one is not', () => {
  expect(sightingOf(exchangeOf({ path, status: 418, json: notFound })).observed).toEqual(['ERR-22 getProduct: 418'])
  expect(sightingOf(exchangeOf({ path, status: 404, json: notFound })).observed).toEqual([])
})
