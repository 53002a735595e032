import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { endpointIds, endpoints, type Endpoint } from '../../lib/service/interface/endpoint.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { schemaIds } from '../../lib/contract/schema-files.ts'
import { openapiDocument } from '../../lib/service/openapi/openapi-document.ts'
import { runCli } from '../cli/run-cli.ts'

const description: Record<string, unknown> = JSON.parse(JSON.stringify(openapiDocument()))

/** What a JSON pointer leads to, `undefined` where it leads nowhere. */
function at(pointer: string): unknown {
  const parts = pointer.split('/').slice(1)
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), description)
}

function* references(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* references(entry)
  if (!isRecord(value)) return
  for (const [key, entry] of Object.entries(value))
    if (key === '$ref' && typeof entry === 'string') yield entry
    else yield* references(entry)
}

function* schemasWithin(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const entry of value) yield* schemasWithin(entry)
  if (!isRecord(value)) return
  yield value
  for (const entry of Object.values(value)) yield* schemasWithin(entry)
}

/** A path whose parameter other endpoints give another name is described once, with a name that fits both. */
const shownPath = ({ path }: Endpoint): string => path.replace(/(?<=\/files\/)\{(?:file|target)_id\}$/, '{id}')

const operationOf = (endpoint: Endpoint): unknown =>
  at(`/paths/${shownPath(endpoint).replaceAll('/', '~1')}/${endpoint.method.toLowerCase()}`)

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(description))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
})

test.for(['spec', 'recommended', 'recommended-strict'] as const)(
  'redocly finds nothing to say (%s)',
  async (preset) => {
    const config = await createConfig({ extends: [preset] })
    const source = JSON.stringify(description)
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  },
)

test('every list says what its entries are, as spectral wants it', () => {
  const lists = [...schemasWithin(description)].filter(({ type }) => [type].flat().includes('array'))
  expect(lists.length).toBeGreaterThan(5)
  expect(lists.filter((list) => !('items' in list))).toEqual([])
})

test('every reference leads to something within it', () => {
  const all = [...references(description)]
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((reference) => !reference.startsWith('#/') || at(reference.slice(1)) === undefined)).toEqual([])
})

test('every component is used', () => {
  const used = new Set(references(description))
  const components = ['schemas', 'parameters', 'headers', 'responses'].flatMap((sort) => {
    const named = at(`/components/${sort}`)
    return isRecord(named) ? Object.keys(named).map((name) => `#/components/${sort}/${name}`) : []
  })
  const unused = components.filter((name) => ![...used].some((one) => one === name || one.startsWith(`${name}/`)))
  expect(unused).toEqual([])
})

test('every documented body is a component', () => {
  const bodies = schemaIds().filter((id) => !/^formats|(?:-query|-fields|headers)\.json$/.test(id))
  expect(Object.keys(openapiDocument().components.schemas)).toHaveLength(bodies.length)
})

test.each(endpointIds)('%s is there with its parameters and every status of the table', (id) => {
  const endpoint: Endpoint = endpoints[id]
  const operation = operationOf(endpoint)
  const { success, errors } = endpoint
  const statuses = success.status === 'any2xx' ? ['2XX'] : success.status.map(String)
  expect(operation).toMatchObject({ operationId: id, tags: [expect.any(String)], summary: expect.any(String) })
  const shown = isRecord(operation) && isRecord(operation['responses']) ? Object.keys(operation['responses']) : []
  expect(new Set(shown)).toEqual(new Set([...statuses, ...errors.map(String), '401', '403', '429']))
  const inPath = [...shownPath(endpoint).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(operation).toMatchObject({
    parameters: expect.arrayContaining(
      inPath.map((name) => expect.objectContaining({ name, in: 'path', required: true })),
    ),
  })
  expect(isRecord(operation) && operation['x-known-by-name-only'] === true).toBe(endpoint.documented === 'name')
  expect(isRecord(operation) && 'requestBody' in operation).toBe(endpoint.body !== undefined)
})

test('the page size, the form and the download are described as they are', () => {
  expect(operationOf(endpoints.listProducts)).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } }),
      expect.objectContaining({ name: 'q', in: 'query' }),
    ]),
    'x-open': expect.stringContaining('workspace'),
  })
  expect(operationOf(endpoints.uploadFile)).toMatchObject({
    requestBody: {
      content: { 'multipart/form-data': { schema: { required: ['file'], properties: { allow_duplicate: {} } } } },
    },
    responses: { 409: { 'x-error-codes': ['duplicate_file'] } },
  })
  expect(operationOf(endpoints.downloadFile)).toMatchObject({
    responses: { 200: { headers: { 'Content-Disposition': {} }, content: { '*/*': {} } } },
  })
})

test('the command prints it as YAML and as JSON', async () => {
  const [yaml, json] = await Promise.all([runCli(['openapi']), runCli(['openapi', '--json'])])
  expect({ yaml: yaml.code, json: json.code, errors: yaml.stderr + json.stderr }).toEqual({
    yaml: 0,
    json: 0,
    errors: '',
  })
  expect(JSON.parse(json.stdout)).toEqual(description)
  expect(parse(yaml.stdout)).toEqual(description)
  expect(yaml.stdout).not.toContain('product-data-conformance.test')
})
