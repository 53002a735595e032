import type { FastifyRequest } from 'fastify'
import { type ValidationEntry, validationError } from './service-error.ts'

/** Reads query parameters strictly; each reading method throws a 422 that names the parameter. A repeated one counts by its last value. */
export class Query {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(request: FastifyRequest) {
    this.#values = isRecord(request.query) ? request.query : {}
  }

  text(name: string): string | undefined {
    const value = this.#values[name]
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    return typeof last === 'string' ? last : undefined
  }

  /** Plain decimal digits within the bounds, nothing else: no sign, point, exponent or space. */
  integer(name: string, bounds: { readonly least: number; readonly most: number }): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^\d+$/u.test(text)) throw refused(name, 'is not an integer in decimal digits', 'int_parsing')
    const value = Number(text)
    if (value < bounds.least) throw refused(name, `is less than ${bounds.least}`, 'greater_than_equal')
    if (value > bounds.most) throw refused(name, `is more than ${bounds.most}`, 'less_than_equal')
    return value
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (text !== 'true' && text !== 'false') throw refused(name, 'is neither true nor false', 'bool_parsing')
    return text === 'true'
  }

  /** One of the choices, in any letter case. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const found = choices.find((choice) => choice === text.toLowerCase())
    if (found === undefined) throw refused(name, `is none of ${choices.join(', ')}`, 'enum')
    return found
  }

  /** A version number, `baseline`, or undefined for the draft: the parameter is left out, or says null. */
  version(name: string): number | 'baseline' | undefined {
    const text = this.text(name)
    if (text === undefined || text === 'null') return undefined
    if (text === 'baseline') return 'baseline'
    if (!/^0*[1-9]\d*$/u.test(text)) throw refused(name, 'is neither a version number nor baseline', 'version_parsing')
    return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  }
}

function refused(name: string, msg: string, type: string): Error {
  const entry: ValidationEntry = { loc: ['query', name], msg, type }
  return validationError(entry)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
