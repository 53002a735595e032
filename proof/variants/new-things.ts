import { answers, answersOf, isRecord } from '../changes/answers.ts'
import type { Answer, Change } from '../changes/change.ts'
import { showsKept } from '../changes/keeps-items.ts'
import { remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { fileConditions } from '../../reference/service/files/list-files.ts'
import { findFile } from '../../reference/service/files/find-file.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { addItem } from '../../reference/service/items/create-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { knownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { type PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { findProduct, productRow, type ProductQuestion } from '../../reference/service/products/find-product.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import type { PropertyContent } from '../../reference/service/properties/property-body.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what new things bring along, and in what becomes of old ones. */
export const newThingVariants = defineVariants({
  'products-come-with-an-item': {
    title: 'creates an item in every new product',
    latitude: 'the contract does not say what a new product contains',
    touches: ['ITEM-14'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const made = sound(deployment, body, caller)
        const product = findProduct(deployment, { id: made.id, caller })
        addItem(deployment, { product, content: { name: 'Assembly' }, caller })
        return made
      }),
    ],
  },
  'products-come-with-an-item-later': {
    title: 'creates an item in every new product a moment after its creation',
    latitude: 'the contract does not say what a new product contains, and work may be done after the answer',
    touches: ['ITEM-14', 'GEN-06'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const made = sound(deployment, body, caller)
        setTimeout(() => fillLater(deployment, { id: made.id, caller }), templateMs).unref()
        return made
      }),
    ],
  },
  'items-come-with-a-number-and-a-status': {
    title: 'creates a mass and a status in every new item',
    latitude: 'the contract does not say what a new item contains',
    touches: ['PROP-19'],
    without: ['numbers-may-have-no-category'],
    changes: [
      itemsWith(
        { type: 'numeric', name: 'Mass', value: 0, category: 'Mass', display_unit: 'kg' },
        { type: 'status', name: 'State', value: 'Draft' },
      ),
    ],
  },
  'items-come-with-a-form': {
    title: 'creates sixty properties in every new item, more than a page holds by default',
    latitude: 'the contract does not say what a new item contains',
    touches: ['PROP-19', 'PAGE-05'],
    changes: [
      itemsWith(
        ...Array.from({ length: 60 }, (_, at) => ({ type: 'text' as const, name: `Field ${at}`, value: 'open' })),
      ),
    ],
  },
  'products-move-with-their-content': {
    title: 'changes updatedAt and updatedBy of a product with every write to its contents',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROD-50', 'PROD-19'],
    changes: [
      answers((answer, deployment) => {
        if (answer.status < 300 && / \/(?:items|properties|files)/u.test(answer.route))
          touchProductOf(answer, deployment)
        return answer
      }),
    ],
  },
  'formulas-move-with-their-sources': {
    title: 'changes updatedAt of a formula when a source changes',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROP-38'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        const sql = "UPDATE properties SET updated_at = ? WHERE type = 'formula' AND instr(lower(expression), ?) > 0"
        deployment.store.run(sql, new Date().toISOString(), before.id)
      }),
    ],
  },
  'files-of-deleted-products-are-gone': {
    title: 'returns 404 for a file without links',
    latitude: 'the contract does not say what becomes of a file without links',
    touches: ['PROD-56'],
    changes: [
      replace(findFile, (sound) => (deployment, question) => {
        const file = sound(deployment, question)
        if (file.deleted === 1) throw notFound('no such file')
        return file
      }),
    ],
  },
  'files-outlive-their-product': {
    title:
      'returns a file without links after its product is deleted, with the id of that product in a field of its own',
    latitude: 'the contract does not say what becomes of a file without links, and extra fields are lawful anywhere',
    touches: ['PROD-56', 'ITEM-07'],
    without: ['files-of-deleted-products-are-gone'],
    changes: [
      answersOf({ routes: ['GET /files/:id'], statuses: [200] }, (answer, deployment) => {
        const { id, used_in: links, ...file } = Object(answer.json)
        const [link] = links
        remember(deployment, `kept ${id}`, { id, ...file, used_in: [], uploaded_into: link?.product_id })
        return answer
      }),
      showsKept('GET /files/:id'),
    ],
  },
  'deleted-files-stay-listed': {
    title: 'lists deleted files, marked as deleted',
    latitude: 'the contract does not define the parameters of this list, or whether it contains deleted properties',
    touches: ['FILE-22', 'FILE-10', 'PROD-56'],
    changes: [
      replace(
        fileConditions,
        (sound) => (deployment, request) =>
          sound(deployment, request).map(({ sql, values }) => ({
            sql: sql.replace('files.deleted = 0 AND ', ''),
            values,
          })),
      ),
    ],
  },
  'part-numbers-ignore-spaces-at-the-end': {
    title: 'ignores trailing spaces in the comparison of part numbers',
    latitude: 'part numbers may be trimmed',
    touches: ['PN-24', 'PN-01'],
    changes: [
      replace(knownNumber, (sound) => (deployment, claim) => {
        const same = 'SELECT * FROM part_numbers WHERE organization_id = ? AND rtrim(number) = rtrim(?)'
        const found = deployment.store.get<PartNumberRow>(same, claim.organizationId, claim.number)
        return found ?? sound(deployment, claim)
      }),
    ],
  },
})

function itemsWith(...contents: readonly PropertyContent[]): Change {
  return replace(addItem, (sound) => (deployment, item) => {
    const made = sound(deployment, item)
    const at = { item: findItem(deployment, { id: made.id, caller: item.caller }), caller: item.caller, at: ['body'] }
    for (const content of contents) addProperty(deployment, { ...at, content })
    return made
  })
}

const templateMs = 250

/** Nothing if the product has been deleted meanwhile. */
function fillLater(deployment: Deployment, { id, caller }: Pick<ProductQuestion, 'id' | 'caller'>): void {
  if (deployment.closing.aborted || productRow(deployment, id) === undefined) return
  const product = findProduct(deployment, { id, caller })
  addItem(deployment, { product, content: { name: 'Assembly' }, caller })
}

/** The product is that of the item, the property or the target that an answer to a write or its path names. */
function touchProductOf({ json, request }: Answer, { store }: Deployment): void {
  const { caller, method, url } = request
  if (caller === null || method === 'GET') return
  const shown = isRecord(json) ? [json['id'], json['item_id'], json['product_id']] : []
  const [id = ''] = [...url.matchAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu)].map(([one]) => one)
  for (const one of [...shown, id])
    if (typeof one === 'string')
      store.run(
        `UPDATE products SET updated_at = ?1, updated_by = ?2 WHERE id IN (
           SELECT ?3 UNION SELECT product_id FROM items WHERE id = ?3
           UNION SELECT items.product_id FROM properties JOIN items ON items.id = item_id WHERE properties.id = ?3)`,
        new Date().toISOString(),
        caller.userId,
        one.toLowerCase(),
      )
}
