import { matchesPattern } from '../../contract/matches-pattern.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { show } from '../../contract/show.ts'
import type { FlatSchema } from '../flat-schema.ts'
import type { Local } from './difference.ts'
import type { ofBodyField } from './requirements-of.ts'

/** A parameter or field of a request on both sides. */
export interface ComparedValue {
  /** `query parameter limit`. */
  readonly what: string
  readonly of: NonNullable<ReturnType<typeof ofBodyField>>
  readonly contract: FlatSchema
  readonly described: FlatSchema
  /** Queries and forms have no null: a request omits the field. */
  readonly isText?: boolean
}

/** What a request may and may not contain: a description contradicts the contract if it accepts less, or omits a bound. */
export function compareValues(compared: ComparedValue): readonly Local[] {
  return [...compareTypes(compared), ...compareBounds(compared), ...comparePattern(compared)]
}

function compareTypes({ what, of, contract, described, isText = false }: ComparedValue): readonly Local[] {
  const requirement = of.type ?? of.presence
  const expected = typesText(contract)
  if (of.null !== undefined && !described.nullable && described.types.length > 0) {
    const nullless = { requirement: of.null, what: `${what}: null`, expected: 'accepted' }
    return [...narrower(), { kind: 'other', ...nullless, described: 'not accepted' }]
  }
  return narrower()

  function narrower(): readonly Local[] {
    const lacking = contract.types.filter((type) => described.types.length > 0 && !covers(described, type, isText))
    const types: readonly Local[] =
      lacking.length === 0
        ? []
        : [{ kind: 'other', requirement, what: `${what}: type`, expected, described: typesText(described) }]
    const given = described.enum
    const wanted = contract.enum
    if (given === undefined || (wanted ?? []).some((value) => typeof value !== 'string')) return types
    const refused = (wanted ?? []).filter((value) => !given.includes(value))
    const isNarrower = wanted === undefined ? contract.rest['pattern'] === undefined : refused.length > 0
    if (!isNarrower) return types
    const values = { expected: wanted === undefined ? expected : listed(wanted), described: listed(given) }
    return [...types, { kind: 'other', requirement, what: `${what}: values`, ...values }]
  }
}

/** Whether a described type accepts one of the contract's types: in a query, a text may be any of them. */
function covers({ types, enum: values }: FlatSchema, type: string, isText: boolean): boolean {
  if (types.includes(type) || (type === 'integer' && types.includes('number'))) return true
  return (
    isText && (types.includes('string') || (type === 'string' && (values !== undefined || types.includes('boolean'))))
  )
}

const bounds = [
  ['minimum', 'minimum', 'at least'],
  ['maximum', 'maximum', 'at most'],
  ['minLength', 'minimum', 'a length of at least'],
] as const

function compareBounds({ what, of, contract, described }: ComparedValue): readonly Local[] {
  const found = bounds.flatMap(([keyword, part, words]): readonly Local[] => {
    const [wanted, given] = [boundOf(contract, keyword), boundOf(described, keyword)]
    if (wanted === undefined || wanted === given) return []
    const requirement: RequirementId = of[part] ?? of.presence
    const said = given === undefined ? 'no bound' : `${words} ${given}`
    const kind = given === undefined ? 'less' : 'other'
    return [{ kind, requirement, what: `${what}: ${keyword}`, expected: `${words} ${wanted}`, described: said }]
  })
  const [wanted, given] = [contract.rest['default'], described.rest['default']]
  if (wanted === undefined || wanted === given) return found
  const kind = given === undefined ? 'less' : 'other'
  const said = { expected: show(wanted), described: given === undefined ? 'no default' : show(given, 60) }
  return [...found, { kind, requirement: of.default ?? of.presence, what: `${what}: default`, ...said }]
}

/** In OpenAPI 3.0 `exclusiveMinimum` is a flag beside the bound, in 3.1 the bound itself; for integers both mean the next integer. */
function boundOf({ rest }: FlatSchema, keyword: string): number | undefined {
  const value = rest[keyword]
  const exclusive = rest[`exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`]
  const step = keyword === 'maximum' ? -1 : 1
  if (typeof exclusive === 'number') return exclusive + step
  if (typeof value !== 'number') return undefined
  return exclusive === true ? value + step : value
}

/** Texts that distinguish the patterns of the contract from others. */
const specimens = ['a', 'a_1', '0_z', 'abc', 'A', 'a-b', 'a b', 'a.b', 'é', '', '_', '9', 'a\n', '-'] as const

function comparePattern({ what, of, contract, described }: ComparedValue): readonly Local[] {
  const [wanted, given] = [contract.rest['pattern'], described.rest['pattern']]
  if (typeof wanted !== 'string' || (contract.enum ?? described.enum) !== undefined) return []
  // The contract's own description writes an enumeration as a pattern that allows both letter cases.
  if (/\[[A-Z][a-z]\]/.test(wanted)) return []
  if (typeof given === 'string' && isSame(wanted, given)) return []
  const requirement = of.pattern ?? of.presence
  const said = typeof given === 'string' ? given : 'no pattern'
  const kind = typeof given === 'string' ? 'other' : 'less'
  return [{ kind, requirement, what: `${what}: pattern`, expected: wanted, described: said }]
}

function isSame(one: string, other: string): boolean {
  return specimens.every((text) => matchesPattern(text, one) === matchesPattern(text, other))
}

/** `integer or null`. */
export function typesText({ types, nullable, enum: values }: FlatSchema): string {
  const all = [
    ...(types.length === 0 ? [values === undefined ? 'no type' : listed(values)] : types),
    ...(nullable ? ['null'] : []),
  ]
  return all.join(' or ')
}

/** `numeric, text`. */
export function listed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : show(value, 40))).join(', ')
}
