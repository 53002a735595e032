import { validationError } from '../service/http/service-error.ts'
import { bodyNames } from './dialect-names.ts'
import type { VariantSwitch } from './variant-switch.ts'
import { isRecord, renamed } from './vary-records.ts'

type Body = Readonly<Record<string, unknown>>

/** A body in the service's own names and shapes, from those that the chosen variants take. */
export function bodyFromDialect(variants: VariantSwitch, route: string, sent: unknown): unknown {
  const body = route.endsWith('/bulk') ? bulkFromDialect(variants, route, sent) : sent
  if (!isRecord(body)) return body
  const entries = ['items', 'properties'].find((name) => route.endsWith('/bulk') && Array.isArray(body[name]))
  const list: unknown = entries === undefined ? undefined : body[entries]
  const own = entryFromDialect(variants, { route, at: ['body'] }, body)
  if (entries === undefined || !Array.isArray(list)) return own
  return {
    ...own,
    [entries]: list.map((one: unknown, index) =>
      isRecord(one) ? entryFromDialect(variants, { route, at: ['body', entries, index] }, one) : one,
    ),
  }
}

interface Place {
  readonly route: string
  /** Where the object stands in the body. */
  readonly at: readonly (string | number)[]
}

/** One object of a body: the whole of it, or an entry of several. */
function entryFromDialect(variants: VariantSwitch, place: Place, sent: Body): Body {
  const { route } = place
  const names = bodyNames(variants, route)
  const swapped = Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => [
      [theirs, ours],
      [ours, `unknown ${ours}`],
    ]),
  )
  const named = withoutKind(variants, place, renamed(sent, swapped))
  const typed = withPlainType(variants, withProduct(variants, route, named), route)
  const body = withPlainValue(variants, place, typed)
  requireReadableId(variants, place, body)
  return variants.chosen('null-counts-as-left-out') ? withoutNulls(route, body) : body
}

function withProduct(variants: VariantSwitch, route: string, body: Body): Body {
  if (!route.startsWith('POST /items')) return body
  const isEntry = 'name' in body || route === 'POST /items'
  if (isEntry && body['readable_id'] === undefined && variants.chosen('items-need-a-readable-id')) {
    throw validationError({ loc: ['body', 'readable_id'], msg: 'Field required', type: 'missing' })
  }
  if (!variants.chosen('items-nest-their-product') || 'items' in body) return body
  const { product, product_id: _ignored, ...others } = body
  if (!isRecord(product) || typeof product['id'] !== 'string') {
    throw validationError({ loc: ['body', 'product', 'id'], msg: 'Field required', type: 'missing' })
  }
  return { ...others, product_id: product['id'] }
}

function withoutKind(variants: VariantSwitch, { route, at }: Place, body: Body): Body {
  const isEntry = route === 'POST /items' || (route === 'POST /items/bulk' && !('items' in body))
  if (!isEntry || !variants.chosen('items-hang-on-a-parent')) return body
  const { kind, ...others } = body
  if (kind === 'PART' || kind === 'ASSEMBLY') return others
  const msg = kind === undefined ? 'Field required' : "Input should be 'PART' or 'ASSEMBLY'"
  throw validationError({ loc: [...at, 'kind'], msg, type: kind === undefined ? 'missing' : 'enum' })
}

function withPlainValue(variants: VariantSwitch, { route, at }: Place, body: Body): Body {
  if (!/^(?:POST|PATCH) \/properties/u.test(route) || !('value' in body)) return body
  if (!variants.chosen('values-are-sent-in-an-object')) return body
  const { value } = body
  if (isRecord(value) && 'data' in value) return { ...body, value: value['data'] }
  throw validationError({ loc: [...at, 'value', 'data'], msg: 'Field required', type: 'missing' })
}

function requireReadableId(variants: VariantSwitch, { route, at }: Place, body: Body): void {
  const isEntry = route === 'POST /properties' || (route === 'POST /properties/bulk' && !('properties' in body))
  if (!isEntry || body['readable_id'] !== undefined || !variants.chosen('properties-need-a-readable-id')) return
  throw validationError({ loc: [...at, 'readable_id'], msg: 'Field required', type: 'missing' })
}

/** Kinds are sent in capitals and shown as the contract has them. */
function withPlainType(variants: VariantSwitch, body: Body, route: string): Body {
  const { type } = body
  if (!route.startsWith('POST /properties') || typeof type !== 'string') return body
  if (!variants.chosen('properties-name-their-kind')) return body
  if (type === type.toUpperCase()) return { ...body, type: type.toLowerCase() }
  const msg = "Input should be 'NUMERIC', 'FORMULA', 'MATRIX', 'TEXT', 'DATE' or 'STATUS'"
  throw validationError({ loc: ['body', 'type'], msg, type: 'enum' })
}

const optional: Readonly<Record<string, readonly string[]>> = {
  'POST /products': ['description', 'part_number'],
  'POST /items': ['description', 'part_number', 'readable_id'],
  'PATCH /items/:item_id': ['name', 'description'],
  'PATCH /products/:product_id': ['name', 'description', 'readable_id', 'baseline_version_number'],
  'PATCH /files/:id': ['userTitle', 'description'],
  'POST /properties': ['description', 'category', 'display_unit', 'expression', 'references'],
  'PATCH /properties/:property_id': ['name', 'description', 'reason', 'category', 'display_unit', 'references'],
}

function withoutNulls(route: string, body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || optional[route]?.includes(name) !== true),
  )
}

/** Bulk creations in the other envelopes: bare, or in `data`, each entry with its parent. */
function bulkFromDialect(variants: VariantSwitch, route: string, sent: unknown): unknown {
  const plural = route.startsWith('POST /items') ? 'items' : 'properties'
  const envelope = envelopeOf(variants, plural)
  if (envelope === undefined) return sent
  const list: unknown = envelope === '' ? sent : isRecord(sent) ? sent[envelope] : undefined
  if (!Array.isArray(list) || list.length === 0) {
    throw validationError({
      loc: ['body', envelope].filter((part) => part !== ''),
      msg: 'Input should be a list',
      type: 'list_type',
    })
  }
  const ours = plural === 'items' ? 'product_id' : 'item_id'
  const theirs = bodyNames(variants, route)[ours] ?? ours
  const id = parentOf(list, { ours, theirs })
  return { [theirs]: id, [plural]: list }
}

/** The one parent that every entry names; what is no object at all is judged with the entries. */
function parentOf(
  list: readonly unknown[],
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): string {
  const parents = list.map((one) => (isRecord(one) ? (nestedId(one) ?? one[theirs]) : undefined))
  const first = parents.find((parent) => typeof parent === 'string')
  const strange = parents.findIndex((parent, index) => isRecord(list[index]) && parent !== first)
  if (first !== undefined && strange === -1) return first
  throw validationError({
    loc: ['body', Math.max(strange, 0), ours],
    msg: 'is not the one parent of all',
    type: 'value_error',
  })
}

/** The field that holds the entries, empty where the body itself is the list; undefined where nothing is different. */
function envelopeOf(variants: VariantSwitch, plural: string): string | undefined {
  if (variants.chosen('bulk-bodies-are-bare-arrays')) return ''
  if (variants.chosen('bulk-bodies-are-in-data')) return 'data'
  return plural === 'items' && variants.chosen('items-nest-their-product') ? 'items' : undefined
}

function nestedId({ product }: Body): unknown {
  return isRecord(product) ? product['id'] : undefined
}
