import type { RequestChange } from '../changes/change.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { defineFaults } from './fault.ts'

type Body = Readonly<Record<string, unknown>>

/** Faults in which a field that changes nothing, or is emptied, takes an update or a part of it away. */
export const idleFieldFaults = defineFaults({
  'null-for-no-number-loses-the-rest': {
    title: 'ignores an update with part_number null of a product without a number',
    breaks: ['PN-12'],
    changes: [
      updated('PATCH /products/:product_id', (body, deployment, id) =>
        body['part_number'] === null && productRow(deployment, id)?.part_number === null ? {} : body,
      ),
    ],
  },
  'null-for-no-number-of-an-item-loses-the-rest': {
    title: 'ignores an update with part_number null of an item without a number',
    breaks: ['ITEM-06'],
    changes: [
      updated('PATCH /items/:item_id', (body, deployment, id) =>
        body['part_number'] === null && itemRow(deployment, id)?.part_number === null ? {} : body,
      ),
    ],
  },
  'empty-description-of-a-product-is-ignored': {
    title: 'ignores an empty description in an update of a product',
    breaks: ['PROD-41'],
    changes: [
      updated('PATCH /products/:product_id', (body) =>
        body['description'] === '' ? without(body, 'description') : body,
      ),
    ],
  },
  'description-of-an-item-stays': {
    title: 'ignores the description in an update of an item',
    breaks: ['ITEM-06'],
    changes: [updated('PATCH /items/:item_id', (body) => without(body, 'description'))],
  },
  'empty-description-of-an-item-loses-its-number': {
    title: 'ignores an update that clears the description of an item',
    breaks: ['ITEM-06'],
    changes: [updated('PATCH /items/:item_id', (body) => (body['description'] === '' ? {} : body))],
  },
  'same-name-loses-the-rest': {
    title: 'ignores an update with the current name of a product',
    breaks: ['PROD-41'],
    changes: [
      updated('PATCH /products/:product_id', (body, deployment, id) =>
        body['name'] === productRow(deployment, id)?.name ? {} : body,
      ),
    ],
  },
  'null-for-a-description-loses-the-title': {
    title: 'ignores an update with a null description of a file',
    breaks: ['FILE-14'],
    changes: [updated('PATCH /files/:id', (body) => (body['description'] === null ? {} : body))],
  },
  'same-title-loses-the-description': {
    title: 'ignores an update with the current title of a file',
    breaks: ['FILE-15'],
    changes: [
      updated('PATCH /files/:id', (body, { store }, id) => {
        const file = store.get<{ title: string }>('SELECT user_title AS title FROM files WHERE id = ?', id)
        return body['userTitle'] === file?.title ? {} : body
      }),
    ],
  },
})

/** An update of one record is read otherwise. */
function updated(route: string, read: (body: Body, deployment: Deployment, id: string) => Body): RequestChange {
  return requestsOf([route], (sent, deployment) => {
    const id = Object.values(Object(sent.request.params)).join('').toLowerCase()
    return withBody(sent, (body) => read(body, deployment, id))
  })
}
