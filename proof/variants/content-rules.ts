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

/** Lawful differences in what items and properties may be, if the contract shows no rule for them. */
export const contentRuleVariants = defineVariants({
  'names-of-properties-are-unique-in-their-item': {
    title: 'returns 409 for a second property with the same name in an item',
    latitude: 'the contract does not say what the creation of properties requires',
    touches: ['PROP-29', 'BULK-02'],
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
    title: 'returns 409 for a second item with the same name in a product',
    latitude: 'the contract does not say what the creation of items requires',
    touches: ['ITEM-03', 'BULK-01'],
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
    title: 'returns 409 for the forty-first item of a product or property of an item',
    latitude: 'the contract does not say how much a product may hold',
    touches: ['ITEM-03', 'PROP-29'],
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
    title: 'returns 422 for an unknown unit',
    latitude: 'the contract does not say which units there are',
    touches: ['PROP-29', 'PROP-12'],
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
    title: 'returns 422 for the name of an item or property with other characters than letters, digits and underscores',
    latitude: 'the contract does not define the form of these names',
    touches: ['ITEM-03', 'PROP-29'],
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
    title: 'returns 422 for an empty description of a product, an item or a property',
    latitude: 'the contract defines a cleared description only for files',
    touches: ['PROD-41', 'PROP-32', 'ITEM-06'],
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
    title: 'returns texts, dates and statuses with a category and an empty unit',
    latitude: 'the contract defines these fields only for numbers and formulas',
    touches: ['PROP-37'],
    changes: [
      records((record) =>
        'item_id' in record && ['text', 'date', 'status'].includes(String(record['type']))
          ? { category: 'general', display_unit: '', ...record }
          : record,
      ),
    ],
  },
  'matrices-show-decimals': {
    title: 'writes whole numbers in a matrix with a decimal point and a zero',
    latitude: 'the contract does not define the notation of the numbers',
    touches: ['PROP-11', 'PROP-31'],
    changes: [
      records((record) =>
        record['type'] === 'matrix' && typeof record['value'] === 'string'
          ? { ...record, value: record['value'].replaceAll(/(?<![\d.eE+-])-?\d+(?![\d.eE])/gu, '$&.0') }
          : record,
      ),
    ],
  },
  'deleting-again-succeeds': {
    title: 'answers the second deletion of an item or property like the first',
    latitude: 'the contract does not define the answers to these deletions',
    touches: ['ITEM-07', 'PROP-34'],
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
    title: 'returns 422 for a formula that refers to a property of another item',
    latitude: 'the contract does not say which properties a formula may use',
    touches: ['PROP-14', 'PROP-15'],
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
