import { describe, expect, test } from 'vitest'
import { internalIn, sentTexts } from '../../lib/checks/passive/error-internals.ts'
import { blameFor } from './blame.ts'

const nothingSent = (): readonly string[] => []

describe('a text shows internals', () => {
  test.each([
    'Error: x\n    at Store.find (/srv/api/store.js:10:5)',
    'at async findProduct (file:///app/dist/products.mjs:3:14)',
    'at node:internal/process/task_queues:95:5',
    'at com.example.Store.find(Store.java:42) '.replace('find(', 'find ('),
    'Traceback (most recent call last):',
    'File "/app/main.py", line 3',
    'cannot read /usr/src/app/index.ts',
    'see https://docs.example.test: cannot read /usr/src/app/index.ts',
    'at find (https://example.test/srv/store.js:10:5)',
    'C:\\service\\Store.cs is broken',
    'SQLITE_CONSTRAINT: bad',
    'UNIQUE constraint failed: products.readable_id',
    'ORA-00942',
    'psycopg2.errors.UniqueViolation',
    'SELECT id, name FROM products WHERE id = 1',
    'INSERT INTO products (id) VALUES (1)',
    'UPDATE products SET name = $1',
    'DELETE FROM products WHERE id = 1',
    'java.lang.NullPointerException: Cannot invoke "x"',
    'System.NullReferenceException: Object reference not set',
    'org.hibernate.exception.ConstraintViolationException',
    "Cannot read properties of undefined (reading 'id')",
    "'NoneType' object has no attribute 'name'",
    'runtime error: index out of range [3] with length 3',
    "ENOENT: no such file or directory, open '/data/x.bin'",
    'connect ECONNREFUSED 127.0.0.1:5432',
  ])('in %j', (text) => {
    expect(internalIn(text, nothingSent)).toBeDefined()
  })

  test.each([
    'product not found',
    'Please select an item from the list',
    'the value at position (3:4) is bad',
    'could not update products, set a name first',
    'readable_id must match ^[a-z0-9_]+$',
    'see https://docs.example.test/home/errors.html',
    'see https://docs.example.test/opt/errors/conflict.py for what to do',
    'see https://learn.example.test/api/System.NullReferenceException',
    'Resource at /v1/public/products/abc does not exist',
    'Expected a number at line 1, column 5',
    'The request met an exception: try again later',
    'com.example.products is no workspace',
  ])('not in %j', (text) => {
    expect(internalIn(text, nothingSent)).toBeUndefined()
  })
})

test.each([
  [
    'a body',
    { requestBody: JSON.stringify({ name: "'; SELECT * FROM products" }) },
    "bad name '; SELECT * FROM products",
  ],
  ['a quoted body', { requestBody: JSON.stringify({ name: 'C:\\x.py' }) }, 'bad name "C:\\\\x.py"'],
  ['a path', { path: '/v1/public/products/%2Fusr%2Flib%2Fx.js' }, 'no product /usr/lib/x.js'],
  ['a query', { path: '/v1/public/products?q=DELETE+FROM+a+WHERE' }, 'DELETE FROM a WHERE is no text'],
])('an echo of %s is no leak', (_, request, message) => {
  const answer = { method: 'POST', path: '/v1/public/products', status: 422, json: { error: 'bad', message } }
  expect(blameFor({ ...answer, ...request })).not.toContain('ERR-19')
  expect(blameFor(answer)).toEqual(['ERR-19'])
})

test('what was sent is known as sent and as meant', () => {
  const body = { text: '{"a":["\\u0041b"]}', bytes: 0, truncated: false, sha256: '' }
  const request = { method: 'POST', path: '/x/a%20b?q=c+d', url: '', headers: { cookie: 'e' }, body }
  expect(sentTexts(request)).toEqual(expect.arrayContaining(['a b', 'c d', 'e', 'Ab']))
})
