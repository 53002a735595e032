import { isRecord, type JsonObject } from '../contract/is-record.ts'
import { endpointIds, endpoints, type EndpointId } from '../service/interface/endpoint.ts'
import { matchEndpoint } from '../service/interface/match-endpoint.ts'

/** A parameter of an operation, or of its path. */
export interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonObject
}

/** What a description says of one endpoint. */
export interface DescribedOperation {
  /** As the description names it. */
  readonly path: string
  readonly parameters: readonly DescribedParameter[]
  /** Media types of the request body, and their schemas. */
  readonly body: Readonly<Record<string, JsonObject>>
  readonly responses: Readonly<Record<string, JsonObject>>
  /** Of the operation, or else of all. */
  readonly security: unknown
}

/** The endpoints of the contract in a description, and its other endpoints. */
export interface DescribedOperations {
  readonly operations: ReadonlyMap<EndpointId, DescribedOperation>
  /** `METHOD /path` of what is not in the contract. */
  readonly others: readonly string[]
}

const prefix = '/v1/public'
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

/**
 * Finds the endpoints of the contract among the paths of a description, with any prefix before `/v1/public`, in the path or in
 * `servers`.
 */
export function operationsIn(document: JsonObject): DescribedOperations {
  const operations = new Map<EndpointId, DescribedOperation>()
  const others: string[] = []
  for (const [path, item] of Object.entries(partOf(document, 'paths'))) {
    if (!isRecord(item)) continue
    for (const method of methods) {
      const operation = item[method]
      if (!isRecord(operation)) continue
      const id = endpointAt(method.toUpperCase(), wholePath(path, [operation, item, document]))
      if (id === undefined || operations.has(id)) others.push(`${method.toUpperCase()} ${path}`)
      else operations.set(id, operationOf({ path, item, operation, document }))
    }
  }
  return { operations, others }
}

/** A template of the contract matches if all its literal parts are equal, and parameters are in the same places. */
function endpointAt(method: string, path: string): EndpointId | undefined {
  const at = path.lastIndexOf(`${prefix}/`)
  if (at < 0) return undefined
  const rest = path.slice(at)
  const id = matchEndpoint(method, rest.replaceAll(/\{[^}]*\}/g, 'id'))
  return id !== undefined && shapeOf(endpoints[id].path) === shapeOf(rest) ? id : undefined
}

function shapeOf(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}')
}

/** A path with the prefix of the nearest `servers`, unless it already has the prefix. */
function wholePath(path: string, holders: readonly JsonObject[]): string {
  if (path.includes(`${prefix}/`)) return path
  const servers = holders.map((holder) => holder['servers']).find((list) => Array.isArray(list) && list.length > 0)
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined
  const url = isRecord(first) && typeof first['url'] === 'string' ? first['url'] : ''
  return `${url.replace(/\/+$/, '')}${path}`
}

interface Found {
  readonly path: string
  readonly item: JsonObject
  readonly operation: JsonObject
  readonly document: JsonObject
}

function operationOf({ path, item, operation, document }: Found): DescribedOperation {
  const parameters = [...parametersIn(item), ...parametersIn(operation)]
  const byName = new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  return {
    path,
    parameters: [...byName.values()],
    body: mediaTypesIn(partOf(operation, 'requestBody')),
    responses: Object.fromEntries(Object.entries(partOf(operation, 'responses')).filter(isPart)),
    security: operation['security'] ?? document['security'],
  }
}

function parametersIn(holder: JsonObject): readonly DescribedParameter[] {
  const list = holder['parameters']
  const parameters: readonly unknown[] = Array.isArray(list) ? list : []
  return parameters.filter(isRecord).flatMap((parameter) => {
    const { name, in: place } = parameter
    if (typeof name !== 'string' || typeof place !== 'string') return []
    const schema = partOf(parameter, 'schema')
    return [{ name, in: place, required: parameter['required'] === true, schema }]
  })
}

/** The schemas of a body or of a response by their media types. */
export function mediaTypesIn(holder: JsonObject): Readonly<Record<string, JsonObject>> {
  const types = Object.entries(partOf(holder, 'content')).filter(isPart)
  return Object.fromEntries(types.map(([type, media]) => [type.toLowerCase(), partOf(media, 'schema')]))
}

function isPart(entry: [string, unknown]): entry is [string, JsonObject] {
  return isRecord(entry[1])
}

/** The object under a key, or nothing. */
export function partOf(holder: JsonObject, key: string): JsonObject {
  const part = Object.hasOwn(holder, key) ? holder[key] : undefined
  return isRecord(part) ? part : {}
}

/** Whether a description has anything of the contract's. */
export function isOfService({ operations }: DescribedOperations): boolean {
  return endpointIds.some((id) => operations.has(id))
}
