import { invalid, type Complaint } from './refusal.ts'

type Fields = Readonly<Record<string, unknown>>

interface TextRule {
  readonly required?: boolean
  readonly min?: number
  readonly pattern?: RegExp
  readonly oneOf?: readonly string[]
  /** Null means that nothing was given. */
  readonly nullable?: boolean
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads fields one by one and collects all errors, so that one answer reports them together. */
export class Form {
  readonly errors: Complaint[] = []
  readonly #fields: Fields
  readonly #at: readonly (string | number)[]
  readonly #known = new Set<string>()

  constructor(fields: unknown, at: readonly (string | number)[] = ['body']) {
    this.#at = at
    this.#fields = isFields(fields) ? fields : {}
    if (!isFields(fields))
      this.errors.push({ type: 'model_attributes_type', loc: at, msg: 'Input should be a valid dictionary' })
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name)
  }

  complain(name: string, type: string, msg: string): undefined {
    this.errors.push({ type, loc: [...this.#at, name], msg })
  }

  take(name: string, required = false): unknown {
    this.#known.add(name)
    if (this.has(name)) return this.#fields[name]
    return required ? this.complain(name, 'missing', 'Field required') : undefined
  }

  text(name: string, rule: TextRule = {}): string | undefined {
    const value = this.take(name, rule.required)
    if (value === undefined || (value === null && rule.nullable)) return undefined
    if (typeof value !== 'string') return this.complain(name, 'string_type', 'Input should be a valid string')
    if (value.length < (rule.min ?? 0))
      return this.complain(name, 'string_too_short', `String should have at least ${rule.min} character`)
    if (rule.pattern && !rule.pattern.test(value))
      return this.complain(name, 'string_pattern_mismatch', `String should match pattern '${rule.pattern.source}'`)
    if (rule.oneOf && !rule.oneOf.includes(value))
      return this.complain(name, 'literal_error', `Input should be ${listed(rule.oneOf)}`)
    return value
  }

  number(name: string, required: boolean): number | undefined {
    const value = this.take(name, required)
    if (value === undefined) return undefined
    if (typeof value !== 'number') return this.complain(name, 'float_type', 'Input should be a valid number')
    return value
  }

  uuid(name: string): string {
    const value = this.text(name, { required: true })
    if (value !== undefined && !isUuid(value))
      this.complain(name, 'uuid_parsing', 'Input should be a valid UUID, invalid character found')
    return (value ?? '').toLowerCase()
  }

  /** Throws what has been collected; fields that nobody asked for are complained of as well. */
  finish(): void {
    for (const name of Object.keys(this.#fields))
      if (!this.#known.has(name)) this.complain(name, 'extra_forbidden', 'Extra inputs are not permitted')
    if (this.errors.length > 0) throw invalid(this.errors)
  }
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
}

/** 'a', 'b' or 'c' */
export function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ')
}
