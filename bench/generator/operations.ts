import { isRecord } from '../../lib/contract/is-record.ts'
import { openapiDocument } from '../../lib/service/openapi/openapi-document.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** One operation of an OpenAPI description, as far as a generator of requests reads it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<{ readonly name: string; readonly schema: JsonSchema }>
  /** The schema of a JSON body; forms are not generated. */
  readonly body: JsonSchema | undefined
  /** By status, such as `200` or `2XX`: the schema of its JSON, where it has one. */
  readonly answers: ReadonlyMap<string, JsonSchema | undefined>
}

const description: unknown = openapiDocument()

/** Every operation of our own description, but for those that take a form. */
export function operationsOf(): readonly Operation[] {
  return entriesOf(at(description, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).flatMap(([method, operation]) => {
      const content = at(operation, 'requestBody', 'content')
      if (content !== undefined && at(content, 'application/json') === undefined) return []
      return [operationOf(path, method, operation)]
    }),
  )
}

/** A schema with what it refers to in its place. */
export function resolved(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {}
  const { $ref } = schema
  return typeof $ref === 'string' ? resolved(at(description, ...$ref.split('/').slice(1))) : schema
}

/** The components that schemas refer to, for a validator. */
export function components(): JsonSchema {
  return resolved(at(description, 'components'))
}

function operationOf(path: string, method: string, operation: unknown): Operation {
  const parameters: unknown = at(operation, 'parameters')
  return {
    id: String(at(operation, 'operationId')),
    method: method.toUpperCase(),
    path,
    query: (Array.isArray(parameters) ? parameters : []).flatMap((parameter: unknown) => {
      const { in: place, name, schema } = resolved(parameter)
      return place === 'query' && typeof name === 'string' ? [{ name, schema: resolved(schema) }] : []
    }),
    body: schemaIn(at(operation, 'requestBody')),
    answers: new Map(entriesOf(at(operation, 'responses')).map(([status, answer]) => [status, schemaIn(answer)])),
  }
}

function schemaIn(place: unknown): JsonSchema | undefined {
  const schema = at(resolved(place), 'content', 'application/json', 'schema')
  return isRecord(schema) ? schema : undefined
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((part: unknown, name) => (isRecord(part) ? part[name] : undefined), value)
}

function entriesOf(value: unknown): ReadonlyArray<[string, unknown]> {
  return isRecord(value) ? Object.entries(value) : []
}
