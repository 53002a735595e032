import type { DescribedDialect, DescribedName } from '../config/described-dialect.ts'
import { endpointIds, endpoints, type EndpointId } from '../service/interface/endpoint.ts'
import { propertyTypes } from '../service/interface/patterns.ts'
import type { Subject } from '../service/dialect/candidate-values.ts'
import type { DescribedOperation } from './operations.ts'
import type { Description } from './read-description.ts'
import { sampleBodies } from './sample-body.ts'

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
