import type { Endpoint, EndpointId } from '../interface/endpoint.ts'
import { isRecord } from '../../contract/is-record.ts'
import { pageLimits, propertyTypes } from '../interface/patterns.ts'
import type { Schema } from '../../contract/schema-files.ts'
import { componentSchema } from './component-schemas.ts'

/** What a parameter means, and its value if it is left out. */
const told: Readonly<Record<string, { readonly description: string; readonly byDefault?: unknown }>> = {
  limit: { description: 'Maximum number of entries in a page.', byDefault: pageLimits.byDefault },
  offset: { description: 'Number of entries to skip.', byDefault: pageLimits.firstOffset },
  q: { description: 'A part of the name, in any letter case.' },
  version: { description: 'A version of the product by number, or `baseline`; the draft if it is absent or null.' },
  includeDeleted: { description: 'Whether soft-deleted properties are in the list.', byDefault: false },
  type: { description: `One of ${propertyTypes.join(', ')}, in any letter case.` },
  product_id: { description: 'The product of the version; required with a version.' },
  format: { description: 'For generated documents; ignored for other files.' },
}

/** Parameters that the contract wants and does not name. */
const unnamed: { readonly [Id in EndpointId]?: string } = {
  listProducts: 'the parameter that names the workspace',
  listProperties: 'the parameter that names the item',
}

/** What an endpoint takes of which the contract shows no name; `undefined` if it shows all. */
export function unnamedParameter(id: EndpointId): string | undefined {
  return unnamed[id]
}

/** The parameters of an endpoint in path, query and header; `shownPath` is how the description names its path. */
export function parametersOf({ path, query }: Endpoint, shownPath: string): readonly object[] {
  return [...pathParameters(path, shownPath), ...queryParameters(query), { $ref: '#/components/parameters/RequestId' }]
}

/** The header that every request may carry. */
export const requestIdParameter = {
  name: 'x-request-id',
  in: 'header',
  description: 'The response returns it; without it the service generates one.',
  schema: { type: 'string' },
} as const

function pathParameters(path: string, shownPath: string): readonly object[] {
  const shown = namesIn(shownPath)
  return namesIn(path).map((name, index) => ({
    name: shown[index],
    in: 'path',
    required: true,
    description: name === 'target_id' ? aTarget : `The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'string', format: 'uuid' },
  }))
}

const aTarget = 'The id of an item or a property; which of them it is, is found out by the id.'

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function queryParameters(query: Endpoint['query']): readonly object[] {
  const properties = query === undefined ? {} : componentSchema(query)['properties']
  if (!isRecord(properties)) return []
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(told[name] === undefined ? {} : { description: told[name].description }),
    schema: withDefault(isRecord(schema) ? schema : {}, told[name]?.byDefault),
  }))
}

function withDefault(schema: Schema, byDefault: unknown): Schema {
  return byDefault === undefined ? schema : { ...schema, default: byDefault }
}
