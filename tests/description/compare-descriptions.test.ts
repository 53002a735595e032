import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { compareDescriptions } from '../../lib/description/diff/compare-descriptions.ts'
import { departs, type GroupedDifference } from '../../lib/description/diff/difference.ts'
import { describedBy, readDescription } from '../../lib/description/read-description.ts'
import { openapiDocument } from '../../lib/service/openapi/openapi-document.ts'

type Steps = readonly (string | number)[]

/** A sound description: our own, with names for the two parameters that the contract does not show. */
function sound(): unknown {
  const document: unknown = JSON.parse(JSON.stringify(openapiDocument()))
  parametersAt(document, '/v1/public/products').push({ name: 'workspace_id', in: 'query', schema: { type: 'string' } })
  parametersAt(document, '/v1/public/properties').push({ name: 'item_id', in: 'query', schema: { type: 'string' } })
  return document
}

function parametersAt(document: unknown, path: string): unknown[] {
  const parameters = at(document, ['paths', path, 'get', 'parameters'])
  if (!Array.isArray(parameters)) throw new Error(`${path} has no parameters`)
  return parameters
}

function at(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((inner, step) => (isRecord(inner) || Array.isArray(inner) ? Reflect.get(inner, step) : undefined), value) // prettier-ignore
}

/** Puts a value at a place, or takes away what is there. */
function put(document: unknown, steps: Steps, value: unknown): void {
  const holder = at(document, steps.slice(0, -1))
  const last = steps.at(-1)
  if (typeof holder !== 'object' || holder === null || last === undefined)
    throw new Error(`nothing at ${steps.join('/')}`)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else Reflect.set(holder, last, value)
}

async function compared(document: unknown): Promise<readonly GroupedDifference[]> {
  return compareDescriptions(await describedBy('x', JSON.stringify(document)))
}

test('a sound description departs in nothing', async () => {
  expect((await compared(sound())).filter(departs)).toEqual([])
})

const schemas = ['components', 'schemas'] as const
const product = [...schemas, 'Product', 'properties'] as const
const creation = [...schemas, 'ProductCreate'] as const
const update = [...schemas, 'ProductUpdate', 'properties'] as const
const products = ['paths', '/v1/public/products'] as const
const [limit, offset, q] = [0, 1, 2].map((index) => [...products, 'get', 'parameters', index])

interface Row {
  readonly steps: Steps
  readonly value?: unknown
  readonly requirement: string
  readonly what: string
  readonly said: string
}

const rows: readonly Row[] = [
  { steps: [...products, 'post'], requirement: 'PROD-17', what: 'endpoint', said: 'missing' },
  { steps: [...limit ?? [], 'schema', 'maximum'], value: 500, requirement: 'PAGE-08', what: 'query parameter limit: maximum', said: 'at most 500' }, // prettier-ignore
  {
    steps: [...(limit ?? []), 'schema', 'maximum'],
    requirement: 'PAGE-08',
    what: 'query parameter limit: maximum',
    said: 'no bound',
  },
  { steps: [...limit ?? [], 'schema', 'minimum'], value: 0, requirement: 'PAGE-07', what: 'query parameter limit: minimum', said: 'at least 0' }, // prettier-ignore
  {
    steps: [...(limit ?? []), 'schema', 'default'],
    value: 20,
    requirement: 'PAGE-04',
    what: 'query parameter limit: default',
    said: '20',
  },
  {
    steps: [...(limit ?? []), 'required'],
    value: true,
    requirement: 'PAGE-04',
    what: 'query parameter limit',
    said: 'required',
  },
  { steps: [...offset ?? [], 'schema', 'type'], value: 'boolean', requirement: 'PAGE-13', what: 'query parameter offset: type', said: 'boolean' }, // prettier-ignore
  {
    steps: [...(q ?? []), 'name'],
    value: 'search',
    requirement: 'PROD-36',
    what: 'query parameter q',
    said: 'missing',
  },
  { steps: [...creation, 'required'], value: ['workspace_id', 'name'], requirement: 'PROD-23', what: 'request field readable_id', said: 'optional' }, // prettier-ignore
  { steps: [...creation, 'required', 3], value: 'part_number', requirement: 'PROD-33', what: 'request field part_number', said: 'required' }, // prettier-ignore
  { steps: [...creation, 'properties', 'name', 'minLength'], requirement: 'PROD-24', what: 'request field name: minLength', said: 'no bound' }, // prettier-ignore
  { steps: [...creation, 'properties', 'name', 'maxLength'], value: 20, requirement: 'PROD-22', what: 'request field name: maxLength', said: '20 at most' }, // prettier-ignore
  { steps: [...creation, 'properties', 'readable_id', 'pattern'], value: '^[a-z-]+$', requirement: 'PROD-26', what: 'request field readable_id: pattern', said: '^[a-z-]+$' }, // prettier-ignore
  { steps: [...creation, 'properties', 'description'], requirement: 'PROD-18', what: 'request field description', said: 'missing' }, // prettier-ignore
  { steps: [...creation, 'properties', 'name', 'enum'], value: ['pump'], requirement: 'PROD-22', what: 'request field name: values', said: 'pump' }, // prettier-ignore
  { steps: [...update, 'part_number', 'type'], value: 'string', requirement: 'PN-03', what: 'request field part_number: null', said: 'not accepted' }, // prettier-ignore
  { steps: [...update, 'baseline_version_number', 'type'], value: 'string', requirement: 'PROD-46', what: 'request field baseline_version_number: type', said: 'string' }, // prettier-ignore
  { steps: [...products, 'post', 'responses', '200'], value: { description: 'Done.' }, requirement: 'PROD-17', what: 'status of success', said: '200, 201' }, // prettier-ignore
  { steps: [...products, 'post', 'responses', '409'], requirement: 'PN-07', what: 'status 409', said: 'missing' },
  { steps: ['paths', '/v1/public/products/{product_id}', 'get', 'responses', '404'], requirement: 'ERR-07', what: 'status 404', said: 'missing' }, // prettier-ignore
  { steps: [...product, 'createdAt'], requirement: 'PROD-16', what: 'field createdAt', said: 'missing' },
  {
    steps: [...product, 'archived', 'type'],
    value: 'string',
    requirement: 'PROD-09',
    what: 'field archived: type',
    said: 'string',
  },
  { steps: [...product, 'description', 'type'], value: ['string', 'null'], requirement: 'PROD-05', what: 'field description: null', said: 'allowed' }, // prettier-ignore
  {
    steps: [...schemas, 'Product', 'required'],
    value: [],
    requirement: 'PROD-04',
    what: 'field name',
    said: 'optional',
  },
  { steps: [...schemas, 'PublicUser', 'properties', 'userName', 'type'], value: 'integer', requirement: 'PROD-15', what: 'field createdBy.userName: type', said: 'integer' }, // prettier-ignore
  { steps: [...schemas, 'Property', 'properties', 'type', 'enum'], value: ['numeric', 'text'], requirement: 'PROP-03', what: 'field type: values', said: 'numeric, text' }, // prettier-ignore
  { steps: [...schemas, 'ProductList', 'properties', 'total'], value: { type: 'integer' }, requirement: 'PAGE-03', what: 'field total', said: 'present' }, // prettier-ignore
  {
    steps: [...schemas, 'ProductList', 'required'],
    value: ['items'],
    requirement: 'PAGE-01',
    what: 'field count',
    said: 'optional',
  },
  { steps: [...schemas, 'File', 'properties', 'file_path'], value: { type: 'string' }, requirement: 'FILE-11', what: 'field file_path', said: 'present' }, // prettier-ignore
  { steps: ['components', 'responses', 'Unauthorized', 'content', 'application/json', 'schema'], value: { type: 'object', properties: { detail: { type: 'string' } } }, requirement: 'ERR-01', what: 'error body', said: '401: detail (optional)' }, // prettier-ignore
  { steps: ['components', 'responses', 'Unauthorized', 'content'], value: { 'text/html': {} }, requirement: 'ERR-21', what: 'error body', said: 'text/html' }, // prettier-ignore
  { steps: ['components', 'responses', 'Unauthorized', 'headers', 'X-RateLimit-Reset'], requirement: 'HDR-06', what: 'header x-ratelimit-reset', said: 'on some' }, // prettier-ignore
  { steps: ['components', 'securitySchemes', 'apiKey'], value: { type: 'apiKey', in: 'header', name: 'x-api-key' }, requirement: 'AUTH-01', what: 'security scheme', said: 'apiKey, header, x-api-key' }, // prettier-ignore
  { steps: [...products, 'get', 'security'], value: [], requirement: 'AUTH-07', what: 'security scheme', said: 'none' },
  { steps: [...products, 'get', 'security'], value: [{ apiKey: [] }, {}], requirement: 'AUTH-07', what: 'security scheme', said: 'http, bearer or none needed' }, // prettier-ignore
]

describe('a description departs where', () => {
  test.each(rows)('$what is $said ($requirement)', async ({ steps, value, requirement, what, said }) => {
    const document = sound()
    put(document, steps, value)
    const found = (await compared(document)).filter(departs)
    expect(found).toContainEqual(expect.objectContaining({ requirement, what, described: said }))
  })
})

const lawful: ReadonlyArray<readonly [string, Steps, unknown]> = [
  [
    'a parameter more',
    [...products, 'get', 'parameters', 9],
    { name: 'sort', in: 'query', schema: { type: 'string' } },
  ],
  [
    'a required field of a creation that the contract does not show',
    [...schemas, 'ItemCreate', 'required'],
    ['discipline'],
  ],
  ['a field of a record more', [...product, 'weight'], { type: 'number' }],
  ['a pattern in other words', [...creation, 'properties', 'readable_id', 'pattern'], '^[_0-9a-z]+$'],
  ['a length that hardly any text has', [...creation, 'properties', 'name', 'maxLength'], 255],
  ['an optional field that may be null', [...creation, 'properties', 'description', 'type'], ['string', 'null']],
  [
    'a deletion with 204',
    ['paths', '/v1/public/products/{product_id}', 'delete', 'responses', '204'],
    { $ref: '#/components/responses/Done' },
  ],
  ['a refusal more', [...products, 'post', 'responses', '415'], { $ref: '#/components/responses/Invalid' }],
  ['a record that has no archived', [...product, 'archived'], undefined],
  ['another letter case of the scheme', ['components', 'securitySchemes', 'apiKey', 'scheme'], 'Bearer'],
]

test.each(lawful)('%s is no departure', async (_, steps, value) => {
  const document = sound()
  const done = { description: 'Done.', headers: at(document, ['components', 'responses', 'Invalid', 'headers']) }
  put(document, ['components', 'responses', 'Done'], done)
  put(document, steps, value)
  expect((await compared(document)).filter(departs)).toEqual([])
})

test.each([
  ['fastapi-3.0', ['PROD-13', 'PROD-26', 'PROD-44', 'PN-03', 'PROP-07']],
  ['fastapi-3.1', ['PROD-05', 'PROD-05', 'PROD-08', 'PROD-13', 'PROD-26', 'PROD-44', 'PROP-07']],
])('%s: nullable fields, patterns that are missing, and headers that nobody describes', async (fixture, expected) => {
  const source = fileURLToPath(new URL(`../../proof/servers/descriptions/${fixture}.json`, import.meta.url))
  const found = (await compareDescriptions(await readDescription({ source }))).filter(departs)
  const headers = ['HDR-01', 'HDR-04', 'HDR-05', 'HDR-06']
  expect(found.map(({ requirement }) => String(requirement)).toSorted()).toEqual([...headers, ...expected].toSorted())
})

test('NestJS describes no refusal by itself: each is missing at all its endpoints, in one entry', async () => {
  const source = fileURLToPath(new URL('../../proof/servers/descriptions/nestjs-3.0.json', import.meta.url))
  const found = await compareDescriptions(await readDescription({ source }))
  const unauthorized = found.find(({ what }) => what === 'status 401')
  expect(unauthorized).toMatchObject({ kind: 'less', requirement: 'AUTH-02' })
  expect(unauthorized?.places).toHaveLength(25)
  expect(found.filter(({ what }) => what.startsWith('query parameter limit'))).toEqual([])
})
