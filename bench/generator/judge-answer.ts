import type { ValidateFunction } from 'ajv/dist/2020.js'
import { createAjv } from '../../lib/contract/create-ajv.ts'
import type { GeneratedCase } from './generated-case.ts'
import { components, type JsonSchema, type Operation } from './operations.ts'

export interface Answer {
  readonly status: number
  readonly json: unknown
}

const ajv = createAjv({ strict: false })
const known = new Map<JsonSchema, ValidateFunction>()

/** What is wrong with an answer by what a description says of its operation, as the usual checks of such tools; `undefined` where nothing is. */
export function judgeAnswer(operation: Operation, sent: GeneratedCase, { status, json }: Answer): string | undefined {
  if (status >= 500) return 'a server error'
  const documented = [`${status}`, `${Math.floor(status / 100)}XX`].find((name) => operation.answers.has(name))
  if (documented === undefined) return `an undocumented status (${status})`
  if (sent.withoutKey) return status === 401 ? undefined : 'accepted without a key'
  const schema = operation.answers.get(documented)
  if (schema !== undefined && !fits(schema, json)) return `an answer that breaks its schema (${status})`
  const isValid = isQueryValid(operation, sent) && (operation.body === undefined || fits(operation.body, sent.body))
  if (!isValid && status < 300) return 'accepted although it breaks the schema of the request'
  if (isValid && status === 422) return 'refused although it keeps the schema of the request'
  return undefined
}

function isQueryValid({ query }: Operation, sent: GeneratedCase): boolean {
  return query.every(({ name, schema }) => {
    const text = sent.query[name]
    return text === undefined || fits(schema, text) || fits(schema, parsed(text))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function fits(schema: JsonSchema, value: unknown): boolean {
  let validate = known.get(schema)
  if (!validate) known.set(schema, (validate = ajv.compile({ ...schema, components: components() })))
  return validate(value)
}
