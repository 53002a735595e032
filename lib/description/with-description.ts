import type { Configuration } from '../config/configuration.ts'
import type { DescribedDialect, DescribedName } from '../config/described-dialect.ts'
import { compareDescriptions } from './diff/compare-descriptions.ts'
import type { GroupedDifference } from './diff/difference.ts'
import { readDescription, describedBy, type Description } from './read-description.ts'
import { askFor, type DescriptionPlace } from './description-text.ts'
import { isOfService, type DescribedOperation } from './operations.ts'
import { endpointIds, endpoints, type EndpointId } from '../service/interface/endpoint.ts'
import { propertyTypes } from '../service/interface/patterns.ts'
import type { Subject } from '../service/dialect/candidate-values.ts'
import { sampleBodies } from './sample-body.ts'

/** What a look at a target found of its description. */
export interface DescriptionFound {
  readonly source: string
  readonly version: string
  /** `published`: found at a usual address; a run reads it only if it is given. */
  readonly from: 'given' | 'published'
  /** How many endpoints of the contract it has. */
  readonly endpoints: number
}

/** The configuration of an examination with the target's description: the given one, or the one that it publishes. */
export async function withDescriptionFound(configuration: Configuration): Promise<{
  readonly configuration: Configuration
  readonly description: DescriptionFound | undefined
  readonly problem: string | undefined
}> {
  const { openapi, keys } = configuration
  const target = { ...configuration, key: keys.own }
  const { description, problem } =
    openapi === undefined
      ? await findPublished(target)
      : { description: await readDescription({ source: openapi, target }), problem: undefined }
  if (description === undefined) return { configuration, description, problem }
  const { source, version, operations } = description
  return {
    configuration: { ...configuration, described: describeDialect(description) },
    description: { source, version, from: openapi === undefined ? 'published' : 'given', endpoints: operations.size },
    problem: undefined,
  }
}

/** The content of the target's own description, and where it differs from the contract. Throws `ConfigurationError`. */
export async function readBeforeRun(configuration: Configuration): Promise<{
  readonly described: DescribedDialect
  readonly version: string
  readonly differences: readonly GroupedDifference[]
}> {
  const description = await readDescription({
    source: configuration.openapi ?? '',
    target: { ...configuration, key: configuration.keys.own },
  })
  const { version } = description
  return { version, described: describeDialect(description), differences: await compareDescriptions(description) }
}

/** The usual addresses of descriptions, relative to the base URL; most likely first. */
const usualPlaces = [
  '/openapi.json',
  '/v1/public/openapi.json',
  '/openapi.yaml',
  '/api-json',
  '/docs-json',
  '/swagger.json',
  '/v3/api-docs',
  '/swagger/v1/swagger.json',
  '/docs/json',
  '/api/openapi.json',
] as const

/** What came of a search. */
interface Published {
  readonly description: Description | undefined
  /** Why what was found cannot be read. */
  readonly problem: string | undefined
}

/** Searches for a published description; an unreachable target ends the search. */
async function findPublished(target: NonNullable<DescriptionPlace['target']>): Promise<Published> {
  let problem: string | undefined
  let isOpen = true
  for (const place of usualPlaces) {
    const url = new URL(`${target.baseUrl}${place}`)
    const answer = await askFor(url, target, isOpen).catch(() => undefined)
    if (answer === undefined) break
    if (answer.isKeyed === true) isOpen = false
    if (answer.status !== 200 || !/["']?(?:openapi|swagger)["']?\s*:/.test(answer.text)) continue
    try {
      const description = await describedBy(url.href, answer.text)
      if (isOfService(description)) return { description, problem: undefined }
    } catch (error) {
      problem ??= error instanceof Error ? error.message : String(error)
    }
  }
  return { description: undefined, problem }
}

/** What a description teaches before the first request: only points that the contract leaves open. */
export function describeDialect({ source, operations }: Description): DescribedDialect {
  const bodies = subjects.flatMap(([name, endpoint, subject]) => {
    const schema = jsonSchema(operations.get(endpoint))
    const samples = schema === undefined ? [] : sampleBodies(schema, subject)
    return samples.length === 0 ? [] : [[name, samples] as const]
  })
  return {
    source,
    parameters: ofEach(operations, (operation, id) => ('list' in endpoints[id] ? queryNames(operation) : undefined)),
    bodies: Object.fromEntries(bodies),
    successes: ofEach(operations, ({ responses }) =>
      Object.keys(responses).filter((status) => /^2(?:\d\d|XX)$/i.test(status)),
    ),
  }
}

type Lesson = readonly [name: string, endpoint: EndpointId, subject: Subject]

const subjects: readonly Lesson[] = [
  ['itemCreate', 'createItem', { of: 'item' }],
  ...propertyTypes.map((type): Lesson => [`propertyCreate.${type}`, 'createProperty', { of: 'property', type }]),
  ['itemBulk', 'createItemsInBulk', { of: 'item', bulk: true }],
  ['propertyBulk', 'createPropertiesInBulk', { of: 'property', type: 'text', bulk: true }],
]

function jsonSchema(operation: DescribedOperation | undefined): DescribedOperation['body'][string] | undefined {
  const types = Object.entries(operation?.body ?? {})
  return types.find(([type]) => /\bjson\b/.test(type))?.[1]
}

function queryNames({ parameters }: DescribedOperation): readonly DescribedName[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name, required }) => ({ name, required }))
}

function ofEach<Value>(
  operations: Description['operations'],
  say: (operation: DescribedOperation, id: EndpointId) => Value | undefined,
): { readonly [Id in EndpointId]?: Value } {
  const said: { [Id in EndpointId]?: Value } = {}
  for (const id of endpointIds) {
    const operation = operations.get(id)
    const value = operation && say(operation, id)
    if (value !== undefined) said[id] = value
  }
  return said
}
