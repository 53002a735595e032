import type { Bugs } from './bugs.ts'
import { isUuid, listed } from './form.ts'
import { invalid, type Complaint } from './refusal.ts'

export const propertyTypes = ['numeric', 'formula', 'matrix', 'text', 'date', 'status'] as const

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Reads query parameters and collects what is wrong with them. */
export class Query {
  readonly #given: URLSearchParams
  readonly #errors: Complaint[] = []
  readonly #bugs: Bugs

  constructor(given: URLSearchParams, bugs: Bugs) {
    this.#given = given
    this.#bugs = bugs
  }

  /** The last value given, as the framework does it. */
  text(name: string): string | undefined {
    return this.#given.getAll(name).at(-1)
  }

  complain(name: string, type: string, msg: string): undefined {
    this.#errors.push({ type, loc: ['query', name], msg })
  }

  uuid(name: string): string {
    const value = this.text(name)
    if (value === undefined) this.complain(name, 'missing', 'Field required')
    else if (!isUuid(value)) this.complain(name, 'uuid_parsing', 'Input should be a valid UUID')
    return (value ?? '').toLowerCase()
  }

  page(): Page {
    const clamped = this.#bugs.has('limit-clamped') ? Number.MAX_SAFE_INTEGER : 200
    const most = this.#bugs.has('limit-200-refused') ? 199 : clamped
    const limit = Math.min(this.#integer('limit', { least: 1, most }) ?? 50, 200)
    const offset = this.#integer('offset', { least: 0 }) ?? 0
    return { limit, offset: this.#bugs.has('offset-needs-limit') && this.text('limit') === undefined ? 0 : offset }
  }

  boolean(name: string): boolean {
    const value = this.text(name)
    if (value === undefined) return false
    if (this.#bugs.has('any-text-is-true')) return value !== ''
    if (/^(?:true|1|yes|on|t|y)$/i.test(value)) return true
    if (!/^(?:false|0|no|off|f|n)$/i.test(value))
      this.complain(name, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input')
    return false
  }

  type(): string | undefined {
    const value = this.text('type')
    if (value === undefined) return undefined
    const lower = this.#bugs.has('type-case') ? value : value.toLowerCase()
    if (propertyTypes.some((type) => type === lower)) return lower
    if (this.#bugs.has('unknown-type-ignored')) return undefined
    return this.complain('type', 'enum', `Input should be ${listed(propertyTypes)}`)
  }

  version(): number | 'baseline' | undefined {
    const value = this.text('version')
    if (value === undefined || value === '' || value === 'null') return undefined
    if (value === 'baseline') return value
    if (/^[+-]?\d+$/.test(value)) return Number(value)
    return this.complain('version', 'int_parsing', "Input should be a valid integer or 'baseline'")
  }

  finish(): void {
    if (this.#errors.length > 0) throw invalid(this.#errors)
  }

  #integer(name: string, { least, most }: { readonly least: number; readonly most?: number }): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^\s*[+-]?\d+(?:\.0+)?\s*$/.test(value))
      return this.complain(name, 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer')
    const number = Number(value)
    if (number < least)
      return this.complain(name, 'greater_than_equal', `Input should be greater than or equal to ${least}`)
    if (most !== undefined && number > most)
      return this.complain(name, 'less_than_equal', `Input should be less than or equal to ${most}`)
    return number
  }
}
