import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { expect, test } from 'vitest'
import { openapiDocument } from '../../lib/service/openapi/openapi-document.ts'
import { readDescription } from '../../lib/description/read-description.ts'
import { openServer } from '../client/open-server.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('description-')

function written(text: string): string {
  const path = join(directory, `${text.length}.txt`)
  writeFileSync(path, text)
  return path
}

const empty = { openapi: '3.1.0', info: { title: 'x', version: '1' } }
const json = (more: object): string => JSON.stringify({ ...empty, ...more })
const withSchema = (schema: object): string =>
  json({ paths: {}, components: { schemas: { One: schema, Two: { type: 'string' } } } })

test.each(['JSON', 'YAML'])('our own description is read as %s, with every endpoint', async (format) => {
  const document = openapiDocument()
  const text = format === 'JSON' ? JSON.stringify(document) : stringify(document, { aliasDuplicateObjects: false })
  const { operations, others, version } = await readDescription({ source: written(text) })
  expect([operations.size, others, version]).toEqual([25, [], '3.1.0'])
})

test.each([
  ['/api/v1/public/workspaces', []],
  ['/v1/public/workspaces', [{ url: 'https://api.test/base' }]],
  ['/workspaces', [{ url: 'https://api.test/base/v1/public' }]],
  ['/workspaces', [{ url: '/v1/public/' }]],
])('an endpoint is found at %s with the servers %j', async (path, servers) => {
  const text = json({ servers, paths: { [path]: { get: { responses: {} } } } })
  const { operations } = await readDescription({ source: written(text) })
  expect([...operations.keys()]).toEqual(['listWorkspaces'])
})

test('what is not in the contract is named, also a path that differs from one of the contract in its shape', async () => {
  const get = { responses: {} }
  const paths = { '/v1/public/products/': { get }, '/v1/public/{kind}': { get }, '/healthz': { get } }
  const { operations, others } = await readDescription({ source: written(json({ paths })) })
  expect([operations.size, others]).toEqual([0, ['GET /v1/public/products/', 'GET /v1/public/{kind}', 'GET /healthz']])
})

test('a schema that contains itself is resolved', async () => {
  const text = withSchema({ properties: { more: { $ref: '#/components/schemas/One' } } })
  expect((await readDescription({ source: written(text) })).operations.size).toBe(0)
})

test.each([
  ['<!doctype html><title>Swagger UI</title>', 'it is HTML or XML; give the address of the JSON or YAML file'],
  ['{"openapi": "3.1.0",', 'JSON'],
  ['just words', 'it is "just words", not an object'],
  [JSON.stringify({ swagger: '2.0', paths: {} }), 'it is Swagger 2.0; convert it to OpenAPI 3'],
  [JSON.stringify({ openapi: '4.0.0', paths: {} }), 'its field openapi is "4.0.0"; only 3.0 and 3.1 are supported'],
  [json({}), 'it has no paths'],
  [withSchema({ $ref: 'other.json' }), 'it refers to other.json; bundle everything into one file'],
  [withSchema({ items: { $ref: 'http://127.0.0.1:1/x.json' } }), 'it refers to http://127.0.0.1:1/x.json'],
  [withSchema({ $ref: 'file:///etc/passwd' }), 'it refers to file:///etc/passwd'],
  [withSchema({ $ref: '#/components/schemas/Three' }), 'Three'],
  [json({ paths: {}, x: JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`) }), 'it is nested deeper than 500 levels'],
  [
    `a: &a [x, x]\n${'bcdefghij'.replaceAll(/./g, (key) => `${key}: &${key} [*${String.fromCharCode(key.charCodeAt(0) - 1)}, *${String.fromCharCode(key.charCodeAt(0) - 1)}]\n`)}`,
    'alias',
  ],
  [`${json({ paths: {} })}${' '.repeat(8 * 1024 * 1024)}`, 'it is larger than 8 MiB'],
])('%.60s is refused in one line', async (text, why) => {
  const refusal = await readDescription({ source: written(text) }).catch((error: unknown) => error)
  expect(String(refusal)).toContain(why)
  expect(String(refusal)).toMatch(/^ConfigurationError: .*; check its file or URL$/)
})

test('a file that is not there is named', async () => {
  await expect(readDescription({ source: '/no/such.json' })).rejects.toThrow(/\/no\/such\.json cannot be read/)
})

test('the key is sent where the description of the target asks for it, and to no other origin', async () => {
  const asked: string[] = []
  await using server = await openServer(({ headers }, response) => {
    asked.push(headers.authorization ?? 'none')
    response.writeHead(headers.authorization === undefined ? 401 : 200).end(json({ paths: {} }))
  })
  const source = `${server.url}/openapi.json`
  const { own: key } = serverKeys
  await readDescription({ source, target: { baseUrl: `${server.url}/base`, key } })
  const elsewhere = { source, target: { baseUrl: 'http://127.0.0.1:1', key } }
  await expect(readDescription(elsewhere)).rejects.toThrow(/answered with 401/)
  expect(asked).toEqual(['none', `Bearer ${key}`, 'none'])
})

test('a redirect is named and not followed', async () => {
  await using server = await openServer((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  })
  await expect(readDescription({ source: `${server.url}/docs` })).rejects.toThrow(
    /redirects to http:\/\/127\.0\.0\.1:1\/elsewhere; give the final address/,
  )
})

test('an answer without end is cut off', async () => {
  await using server = await openServer((_, response) => {
    const more = setInterval(() => response.write(Buffer.alloc(1024 * 1024, 32)), 1)
    response.on('close', () => clearInterval(more))
  })
  await expect(readDescription({ source: server.url })).rejects.toThrow(/larger than 8 MiB/)
})
