import { answers, isRecord, records, withHeaders } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { conflict, validationError } from '../../reference/service/http/service-error.ts'
import { addItem } from '../../reference/service/items/create-item.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { judgeContent } from '../../reference/service/properties/judge-content.ts'
import { withEachEntry } from './sent-entries.ts'
import { defineVariants } from './variant.ts'

const units = new Set([
  'mm',
  'cm',
  'm',
  'in',
  'kg',
  'g',
  'N',
  'Pa',
  'bar',
  'degC',
  'K',
  's',
  'W',
  'V',
  '%',
  '-',
  'mm^2',
])
const mostOfAKind = 40

/** Lawful differences in what items and properties may be, where the contract shows no rule for them. */
export const contentRuleVariants = defineVariants({
  'names-of-properties-are-unique-in-their-item': {
    title: 'answers 409 to a second property of the same name in an item',
    latitude: 'what the creation of properties asks for is not shown',
    changes: [
      replace(addProperty, (sound) => (deployment, property) => {
        const used = 'SELECT 1 FROM properties WHERE item_id = ? AND name = ? AND deleted = 0'
        if (deployment.store.get(used, property.item.id, property.content.name) !== undefined)
          throw conflict('name_taken', 'the item has a property of this name')
        return sound(deployment, property)
      }),
    ],
  },
  'names-of-items-are-unique-in-their-product': {
    title: 'answers 409 to a second item of the same name in a product',
    latitude: 'what the creation of items asks for is not shown',
    changes: [
      replace(addItem, (sound) => (deployment, item) => {
        const used = 'SELECT 1 FROM items WHERE product_id = ? AND name = ?'
        if (deployment.store.get(used, item.product.id, item.content.name) !== undefined)
          throw conflict('name_taken', 'the product has an item of this name')
        return sound(deployment, item)
      }),
    ],
  },
  'products-hold-forty-items': {
    title: 'answers 409 to the forty-first item of a product, and property of an item',
    latitude: 'how much a product may hold is not shown',
    without: ['nothing-is-there-yet'],
    changes: [
      replace(addItem, (sound) => (deployment, item) => {
        refuseMore(deployment, 'SELECT count(*) AS held FROM items WHERE product_id = ?', item.product.id)
        return sound(deployment, item)
      }),
      replace(addProperty, (sound) => (deployment, property) => {
        refuseMore(deployment, 'SELECT count(*) AS held FROM properties WHERE item_id = ?', property.item.id)
        return sound(deployment, property)
      }),
    ],
  },
  'units-are-of-a-fixed-list': {
    title: 'answers 422 to a unit that it does not know',
    latitude: 'which units there are is not shown',
    changes: [
      replace(judgeContent, (sound) => (deployment, question) => {
        const { display_unit: unit } = question.fields
        if (unit !== undefined && !units.has(unit))
          throw validationError({ loc: [...question.at, 'display_unit'], msg: 'is no unit', type: 'unknown_unit' })
        return sound(deployment, question)
      }),
    ],
  },
  'names-of-items-and-properties-have-no-spaces': {
    title: 'answers 422 to a name of an item or a property that holds more than letters, digits and underscores',
    latitude: 'what these names are made of is not shown',
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry, at) => {
          const { name } = entry
          const isPlain = typeof name !== 'string' || /^\w*$/u.test(name)
          if (isPlain || !/ \/(?:items|properties)/u.test(sent.route)) return entry
          throw validationError({ loc: [...at, 'name'], msg: 'has other characters', type: 'plain_name' })
        }),
      ),
    ],
  },
  'empty-descriptions-are-refused': {
    title: 'answers 422 to an empty description of a product, an item or a property',
    latitude: 'an emptied description is not shown, but for files',
    without: ['emptied-description-is-an-empty-text'],
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry, at) => {
          if (entry['description'] !== '' || sent.route.includes(' /files')) return entry
          throw validationError({ loc: [...at, 'description'], msg: 'is blank', type: 'blank' })
        }),
      ),
    ],
  },
  'texts-have-a-category': {
    title: 'gives texts, dates and statuses a category and an empty unit',
    latitude: 'what these say of other types than numbers and formulas is not shown',
    changes: [
      records((record) =>
        'item_id' in record && ['text', 'date', 'status'].includes(String(record['type']))
          ? { category: 'general', display_unit: '', ...record }
          : record,
      ),
    ],
  },
  'matrices-show-decimals': {
    title: 'writes whole numbers of a matrix with a point and a zero',
    latitude: 'the notation of the numbers is not shown',
    changes: [
      records((record) =>
        record['type'] === 'matrix' && typeof record['value'] === 'string'
          ? { ...record, value: record['value'].replaceAll(/(?<![\d.eE+-])-?\d+(?![\d.eE])/gu, '$&.0') }
          : record,
      ),
    ],
  },
  'deleting-again-succeeds': {
    title: 'answers the second deletion of an item or a property as it answered the first',
    latitude: 'what these deletions answer is not shown',
    changes: [
      answers((answer, deployment) => {
        if (!/^DELETE \/(?:items|properties)\//u.test(answer.route)) return answer
        const key = `deleted ${answer.request.url.toLowerCase()} ${answer.request.caller?.organizationId ?? ''}`
        if (answer.status === 204) remember(deployment, key, true)
        if (answer.status !== 404 || recall(deployment, key) === undefined) return answer
        const nothing = { ...answer, status: 204, json: undefined, bytes: Buffer.alloc(0) }
        return withHeaders(nothing, { 'content-type': undefined })
      }),
    ],
  },
  'formulas-reach-only-their-own-item': {
    title: 'answers 422 to a formula that refers to a property of another item',
    latitude: 'how far formulas reach is not shown',
    changes: [
      requests((sent, deployment) => {
        if (!/^(?:POST|PATCH) \/properties/u.test(sent.route)) return sent
        const { body, request } = sent
        const itemId = isRecord(body) ? body['item_id'] : undefined
        const ownId = isRecord(request.params) ? request.params['property_id'] : undefined
        return withEachEntry(sent, (entry, at) => {
          const { expression } = entry
          if (typeof expression !== 'string') return entry
          const home = itemId ?? entry['item_id'] ?? itemOf(deployment, String(ownId))
          if (typeof home !== 'string') return entry
          const sources = expression.matchAll(/@\{([^{}]*)\}/gu)
          const isFar = [...sources].some(([, id = '']) => {
            const place = itemOf(deployment, id)
            return place !== undefined && place !== home.toLowerCase()
          })
          if (!isFar) return entry
          throw validationError({ loc: [...at, 'expression'], msg: 'refers to another item', type: 'formula_scope' })
        })
      }),
    ],
  },
})

function refuseMore({ store }: Deployment, sql: string, id: string): void {
  if ((store.get<{ held: number }>(sql, id)?.held ?? 0) >= mostOfAKind)
    throw conflict('quota_exceeded', `holds ${mostOfAKind} already`)
}

function itemOf({ store }: Deployment, propertyId: string): string | undefined {
  const sql = 'SELECT item_id FROM properties WHERE id = ?'
  return store.get<{ item_id: string }>(sql, propertyId.trim().toLowerCase())?.item_id
}
