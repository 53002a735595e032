import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import fileUpdate from '../../../schemas/requests/file-update.json' with { type: 'json' }
import itemBulk from '../../../schemas/requests/item-bulk.json' with { type: 'json' }
import itemCreate from '../../../schemas/requests/item-create.json' with { type: 'json' }
import itemUpdate from '../../../schemas/requests/item-update.json' with { type: 'json' }
import productCreate from '../../../schemas/requests/product-create.json' with { type: 'json' }
import productUpdate from '../../../schemas/requests/product-update.json' with { type: 'json' }
import propertyBulk from '../../../schemas/requests/property-bulk.json' with { type: 'json' }
import propertyCreate from '../../../schemas/requests/property-create.json' with { type: 'json' }
import propertyUpdate from '../../../schemas/requests/property-update.json' with { type: 'json' }
import { type ValidationEntry, validationError } from './service-error.ts'

const documented = {
  'file-update': fileUpdate,
  'item-bulk': itemBulk,
  'item-create': itemCreate,
  'item-update': itemUpdate,
  'product-create': productCreate,
  'product-update': productUpdate,
  'property-bulk': propertyBulk,
  'property-create': propertyCreate,
  'property-update': propertyUpdate,
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true })
addFormats.default(ajv)
ajv.addSchema(Object.values(documented))

/** Compiles a body's schema when it is first needed; compiled ones are shared by all services of the process. */
export class BodyRule<Body> {
  readonly #schema: object
  #validate: ValidateFunction<Body> | undefined

  constructor(schema: object) {
    this.#schema = schema
  }

  /** The request's body, or a 422 that lists everything wrong with it. */
  read(request: Pick<FastifyRequest, 'body'>): Body {
    this.#validate ??= ajv.compile<Body>(this.#schema)
    const body: unknown = request.body
    if (this.#validate(body)) return requireWellFormed(body)
    throw validationError(...(this.#validate.errors ?? []).map(asEntry))
  }
}

/** The rule of a body that `schemas/requests/` describes. */
export function documentedBody<Body>(name: keyof typeof documented): BodyRule<Body> {
  return new BodyRule<Body>({ $ref: documented[name].$id })
}

function asEntry(error: ErrorObject): ValidationEntry {
  const path = error.instancePath.split('/').slice(1).map(asPart)
  const missing: unknown = error.params['missingProperty']
  return {
    loc: ['body', ...path, ...(typeof missing === 'string' ? [missing] : [])],
    msg: error.message ?? 'is not valid',
    type: error.keyword === 'required' ? 'missing' : error.keyword,
  }
}

function asPart(part: string): string | number {
  return /^\d+$/u.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A lone surrogate is not a character: it could not be given back as it came. */
function requireWellFormed<Body>(body: Body): Body {
  // A stack of our own: bodies may nest deeper than calls can.
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' && !value.isWellFormed()) {
      throw validationError({ loc: ['body'], msg: 'holds a lone surrogate', type: 'string_unicode' })
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) waiting.push(key, inner)
  }
  return body
}
