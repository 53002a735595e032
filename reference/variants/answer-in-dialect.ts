import type { VariantSwitch } from './variant-switch.ts'
import { bodyNames, queryNames } from './dialect-names.ts'
import { type AnswerPlace, isRecord, renamed } from './vary-records.ts'

type Names = Readonly<Record<string, string>>

/** An answer in the names and shapes that the chosen variants have for what the contract leaves open. */
export function answerInDialect(variants: VariantSwitch, json: unknown, place: AnswerPlace): unknown {
  if (place.status >= 400) return complaintInDialect(variants, json, place)
  const { route } = place
  if (route.endsWith('/bulk') && variants.chosen('bulk-answers-200-with-ids')) return { ids: idsIn(json) }
  if (route === 'POST /items' && variants.chosen('item-creation-answers-the-id')) return { id: idOf(json) }
  if (/^\w+ \/items(?:\/:item_id)?$/u.test(route) && route !== 'GET /items' && variants.chosen('items-are-wrapped')) {
    return { item: itemInDialect(variants, json) }
  }
  if (route === 'POST /properties' && variants.chosen('property-creation-is-wrapped')) {
    return { property: propertyInDialect(variants, json) }
  }
  if (route.includes('/items')) return itemInDialect(variants, json)
  return route.includes('/properties') ? propertyInDialect(variants, json) : json
}

function itemInDialect(variants: VariantSwitch, json: unknown): unknown {
  if (variants.chosen('items-are-made-of-product-id-and-title')) {
    return throughout(json, (record) =>
      'product_id' in record ? renamed(record, { product_id: 'productId', name: 'title' }) : record,
    )
  }
  return json
}

function propertyInDialect(variants: VariantSwitch, json: unknown): unknown {
  if (!variants.chosen('formula-field-is-formula')) return json
  return throughout(json, (record) => renamed(record, { expression: 'formula' }))
}

/** What is wrong with a request is told in the names that the client knows. */
function complaintInDialect(variants: VariantSwitch, json: unknown, { route }: AnswerPlace): unknown {
  const ofQuery = queryNames(variants, route)
  const ofBody = bodyNames(variants, route)
  if (Object.keys(ofQuery).length + Object.keys(ofBody).length === 0) return json
  return throughout(json, (record) => {
    const { loc, message } = record
    if (typeof message === 'string') return { ...record, message: inNames(message, { query: ofQuery, body: ofBody }) }
    if (!Array.isArray(loc)) return record
    const names: Names = loc[0] === 'query' ? ofQuery : ofBody
    const msg = quotedIn(record['msg'], names)
    return {
      ...record,
      msg,
      loc: loc.map((part: unknown) => (typeof part === 'string' && Object.hasOwn(names, part) ? names[part] : part)),
    }
  })
}

/** Messages name what is wrong as `body.name` and `query.limit`, and what is missing between quotes. */
function inNames(message: string, names: Readonly<Record<string, Names>>): string {
  const places = /\b(query|body)((?:\.\w+)*)\.(\w+)/gu
  const told = message.replaceAll(places, (text, where: string, path: string, name: string) => {
    const theirs = names[where]?.[name]
    return theirs === undefined ? text : `${where}${path}.${theirs}`
  })
  return Object.values(names).reduce((text, some) => quotedIn(text, some), told)
}

function quotedIn<Text>(text: Text, names: Names): Text | string {
  if (typeof text !== 'string') return text
  return text.replaceAll(/'(\w+)'/gu, (whole, name: string) => (names[name] === undefined ? whole : `'${names[name]}'`))
}

function idOf(json: unknown): unknown {
  return isRecord(json) ? json['id'] : undefined
}

function idsIn(json: unknown): readonly unknown[] {
  const items = isRecord(json) ? json['items'] : undefined
  return Array.isArray(items) ? items.map((item: unknown) => (isRecord(item) ? item['id'] : undefined)) : []
}

function throughout(value: unknown, change: (record: Readonly<Record<string, unknown>>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => throughout(one, change))
  if (!isRecord(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, throughout(inner, change)])))
}
