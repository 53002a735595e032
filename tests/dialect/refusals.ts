import type { ErrorObject } from 'ajv/dist/2020.js'

/** The body of a 422, as services of one kind write it. */
export type Refusal = (errors: readonly ErrorObject[], place: 'query' | 'body') => object

interface Entry {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

function refusal(entryOf: (error: ErrorObject, place: 'query' | 'body') => Entry): Refusal {
  return (errors, place) => ({
    error: 'validation_error',
    message: 'the request is not valid',
    details: { errors: errors.map((error) => entryOf(error, place)) },
  })
}

/** FastAPI with pydantic 2. */
export const pydantic = refusal((error, place) => {
  const loc = [place, ...pathOf(error), ...nameIn(error)]
  const options = optionsOf(error)
  if (error.keyword === 'required') return { loc, msg: 'Field required', type: 'missing' }
  if (error.keyword === 'additionalProperties')
    return { loc, msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
  if (error.keyword === 'enum')
    return { loc, msg: `Input should be ${options.map((option) => `'${option}'`).join(' or ')}`, type: 'literal_error' }
  if (error.keyword === 'type')
    return { loc, msg: `Input should be a valid ${typeIn(error)}`, type: `${typeIn(error)}_type` }
  return { loc, msg: 'String should match the pattern', type: 'string_pattern_mismatch' }
})

/** A place within another, the type that was tried behind the field, and no word on what is wrong with it. */
export const deep = refusal((error, place) => {
  const loc = ['request', place, ...pathOf(error), ...nameIn(error), 'str']
  return error.keyword === 'required'
    ? { loc, msg: 'Field required', type: 'missing' }
    : { loc, msg: 'is not valid', type: 'invalid' }
})

/** Express with zod: no place, and unknown keys named in the message only. */
export const zod = refusal((error) => {
  const path = pathOf(error)
  const [name] = nameIn(error)
  const options = optionsOf(error)
  if (error.keyword === 'required') return { loc: [...path, ...nameIn(error)], msg: 'Required', type: 'invalid_type' }
  if (error.keyword === 'additionalProperties')
    return { loc: path, msg: `Unrecognized key(s) in object: '${name}'`, type: 'unrecognized_keys' }
  if (error.keyword === 'enum') {
    const expected = options.map((option) => `'${option}'`).join(' | ')
    return {
      loc: path,
      msg: `Invalid enum value. Expected ${expected}, received 'nonsense'`,
      type: 'invalid_enum_value',
    }
  }
  return { loc: path, msg: `Expected ${typeIn(error)}, received another`, type: 'invalid_type' }
})

/** Ajv's own words: a missing field is named in the message, an unknown one is not. */
export const ajvStyle = refusal((error, place) => ({
  loc: [place, ...pathOf(error)],
  msg: error.message ?? '',
  type: error.keyword,
}))

/** Nothing but a code and the sentence that something is wrong. */
export const silent: Refusal = () => ({ error: 'validation_error', message: 'the request is not valid' })

/** No details, and the first missing or unknown field in the message. */
export const talking: Refusal = ([error]) => {
  const [name] = error ? nameIn(error) : []
  const what = error?.keyword === 'required' ? 'Missing required field' : 'Unknown field'
  return { error: 'validation_error', message: `${what}: ${name ?? pathOf(error).join('.')}` }
}

function pathOf(error: ErrorObject | undefined): readonly (string | number)[] {
  const parts = (error?.instancePath ?? '').split('/').slice(1)
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function nameIn({ params }: ErrorObject): readonly string[] {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty']
  return typeof name === 'string' ? [name] : []
}

function optionsOf({ params }: ErrorObject): readonly string[] {
  const options: unknown = params['allowedValues']
  return Array.isArray(options) ? options.map(String) : []
}

function typeIn({ params }: ErrorObject): string {
  return String(params['type'])
}
