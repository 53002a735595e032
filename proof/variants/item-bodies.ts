import { answersOf, isRecord, withEachRecord } from '../changes/answers.ts'
import { requests } from '../changes/requests.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { hoisted } from './hoisted.ts'
import { fieldsNamed } from './names.ts'
import { type Body, type Place, withEachEntry } from './sent-entries.ts'
import { renamed } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what items are created from. */
export const itemBodyVariants = defineVariants({
  'items-are-made-of-product-id-and-title': {
    title: 'creates items from productId and title, and returns them so',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['ITEM-03', 'BULK-01', 'ITEM-13'],
    changes: [
      ...fieldsNamed(/^(?:POST|PATCH) \/items/u, { product_id: 'productId', name: 'title' }),
      answersOf({ routes: itemRoutes() }, (answer) =>
        withEachRecord(answer, (record) =>
          'product_id' in record ? renamed(record, { product_id: 'productId', name: 'title' }) : record,
        ),
      ),
    ],
  },
  'items-hang-on-a-parent': {
    title: 'creates items from parentId, label and a kind that is PART or ASSEMBLY',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['ITEM-03', 'BULK-01', 'ITEM-13'],
    without: [
      'bulk-bodies-are-bare-arrays',
      'bulk-bodies-are-in-data',
      'bulk-creates-what-it-can',
      'unknown-body-fields-are-refused',
    ],
    changes: [
      ...fieldsNamed(/^POST \/items/u, { product_id: 'parentId', name: 'label' }),
      requests((sent) => (sent.route.startsWith('POST /items') ? withEachEntry(sent, withoutKind) : sent)),
    ],
  },
  'items-need-a-readable-id': {
    title: 'creates items from only a readable_id',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['ITEM-03', 'ITEM-11', 'ITEM-13'],
    changes: [
      requests((sent) => (sent.route.startsWith('POST /items') ? withEachEntry(sent, requireReadableId) : sent)),
    ],
  },
  'items-nest-their-product': {
    title: 'creates items from a name and a product object with an id',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['ITEM-03', 'BULK-01', 'ITEM-13'],
    target: {
      dialect: {
        itemCreate: { product: { id: '{productId}' }, name: '{name}', readable_id: '{readableId}' },
        itemBulk: { items: [{ product: { id: '{productId}' }, name: '{name}', readable_id: '{readableId}' }] },
      },
    },
    changes: [
      requests((sent) => {
        if (!sent.route.startsWith('POST /items')) return sent
        const plain = withEachEntry(sent, withPlainProduct)
        if (!sent.route.endsWith('/bulk')) return plain
        const list = isRecord(plain.body) ? plain.body['items'] : undefined
        return { ...plain, body: hoisted(list, { at: ['body', 'items'], parent: 'product_id', plural: 'items' }) }
      }),
    ],
  },
})

function itemRoutes(): readonly string[] {
  const ofOne = ['GET', 'PATCH'].map((method) => `${method} /items/:item_id`)
  return ['GET /items', 'POST /items', 'POST /items/bulk', ...ofOne]
}

function withoutKind({ kind, ...others }: Body, at: Place): Body {
  if (kind === 'PART' || kind === 'ASSEMBLY') return others
  const msg = kind === undefined ? 'Field required' : "Input should be 'PART' or 'ASSEMBLY'"
  throw validationError({ loc: [...at, 'kind'], msg, type: kind === undefined ? 'missing' : 'enum' })
}

function requireReadableId(entry: Body, at: Place): Body {
  if (entry['readable_id'] !== undefined) return entry
  throw validationError({ loc: [...at, 'readable_id'], msg: 'Field required', type: 'missing' })
}

function withPlainProduct({ product, product_id: _ignored, ...others }: Body, at: Place): Body {
  if (isRecord(product) && typeof product['id'] === 'string') return { ...others, product_id: product['id'] }
  throw validationError({ loc: [...at, 'product', 'id'], msg: 'Field required', type: 'missing' })
}
