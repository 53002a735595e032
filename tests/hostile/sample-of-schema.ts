import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isRecord } from '../../lib/contract/is-record.ts'

type Schema = Readonly<Record<string, unknown>>

const directory = new URL('../../schemas/', import.meta.url)

/** A random value that keeps a schema of ours, conditions aside: as much as a server without memory could know. */
export function sampleOfSchema(id: string): unknown {
  const place = new URL(id, directory)
  return sample(read(place), place)
}

function read(place: URL): Schema {
  const schema: unknown = JSON.parse(readFileSync(place, 'utf8'))
  if (!isRecord(schema)) throw new Error(`${place.href} holds no schema`)
  return schema
}

function sample(schema: unknown, place: URL): unknown {
  if (!isRecord(schema)) return 'anything'
  if (isRefined(schema)) return sample(refined(schema), place)
  if (typeof schema['$ref'] === 'string') {
    const next = new URL(schema['$ref'], place)
    return sample(read(next), next)
  }
  const alternatives = schema['enum'] ?? schema['anyOf']
  if (Array.isArray(alternatives)) {
    const chosen: unknown = alternatives[randomInt(alternatives.length)]
    return schema['enum'] === undefined ? sample(chosen, place) : chosen
  }
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return sampleObject(schema, place)
  if (type === 'array') return Array.from({ length: randomInt(4) }, () => sample(schema['items'], place))
  if (type === 'integer' || type === 'number') return randomInt(1, 100)
  if (type === 'boolean') return randomInt(2) === 1
  return type === 'null' ? null : sampleText(schema)
}

/** Whether a schema says more of a value in parts that hold without condition. */
function isRefined({ allOf }: Schema): boolean {
  return partsOf(allOf).length > 0
}

function refined({ allOf, ...schema }: Schema): Schema {
  return Object.assign({}, schema, ...partsOf(allOf))
}

function partsOf(allOf: unknown): readonly Schema[] {
  return Array.isArray(allOf) ? allOf.filter(isRecord).filter((part) => part['if'] === undefined) : []
}

function sampleObject(schema: Schema, place: URL): Schema {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const entries = Object.entries(properties)
    .filter(([, part]) => !isRecord(part) || part['not'] === undefined)
    .map(([name, part]): [string, unknown] => [name, sample(part, place)])
  const value = Object.fromEntries(entries)
  return Array.isArray(value['items']) ? { ...value, count: value['items'].length } : value
}

function sampleText({ format, pattern }: Schema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'iso-8601-time' || pattern !== undefined) {
    const candidates = [new Date().toISOString(), '#12ab34', `text_${randomInt(1e6)}`]
    const match = candidates.find((text) => typeof pattern === 'string' && new RegExp(pattern, 'u').test(text))
    return match ?? new Date().toISOString()
  }
  return `text_${randomInt(1e6)}`
}
