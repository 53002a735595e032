import { arrivals } from '../changes/arrivals.ts'
import type { ArrivalChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { deleteProduct } from '../../reference/service/products/delete-product.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in which an endpoint is not there yet, or answers and does nothing. */
export const stubFaults = defineFaults({
  'deletion-of-products-is-a-stub': {
    title: 'answers 204 to any deletion of a product and does nothing',
    breaks: ['AUTH-12', 'ERR-07', 'PROD-53'],
    changes: [replace(deleteProduct, () => () => undefined)],
  },
  'deletion-of-items-is-a-stub': {
    title: 'answers 204 to any deletion of an item and does nothing',
    breaks: ['AUTH-14', 'ERR-08', 'ITEM-07'],
    changes: [replace(deleteItem, () => () => undefined)],
  },
  'deletion-of-properties-is-a-stub': {
    title: 'answers 204 to any deletion of a property and does nothing',
    breaks: ['AUTH-16', 'ERR-09', 'PROP-34'],
    changes: [replace(deleteProperty, () => () => undefined)],
  },
  'creation-of-products-not-served': {
    title: 'answers 404 to the creation of a product',
    breaks: ['PROD-33'],
    changes: [notServed('POST /products')],
  },
  'list-of-products-not-served': {
    title: 'answers 404 to the list of products',
    breaks: ['PROD-35'],
    changes: [notServed('GET /products')],
  },
  'properties-by-id-not-served': {
    title: 'answers 404 to a property by id',
    breaks: ['PROP-27'],
    changes: [notServed('GET /properties/:property_id')],
  },
  'items-by-id-not-served': {
    title: 'answers 404 to an item by id',
    breaks: ['ITEM-05'],
    changes: [notServed('GET /items/:item_id')],
  },
  'list-of-files-not-served': {
    title: 'answers 404 to the list of files',
    breaks: ['FILE-10'],
    changes: [notServed('GET /files')],
  },
  'files-by-id-not-served': {
    title: 'answers 404 to the record of a file by id',
    breaks: ['FILE-09'],
    changes: [notServed('GET /files/:id')],
  },
  'updates-of-files-not-served': {
    title: 'answers 404 to any update of a file',
    breaks: ['FILE-14', 'FILE-15'],
    changes: [notServed('PATCH /files/:id')],
  },
  'deletion-of-products-not-served': {
    title: 'answers 404 to any deletion of a product',
    breaks: ['PROD-52'],
    changes: [notServed('DELETE /products/:product_id')],
  },
  'updates-of-items-not-served': {
    title: 'answers 404 to any update of an item',
    breaks: ['ITEM-06'],
    changes: [notServed('PATCH /items/:item_id')],
  },
  'updates-of-properties-not-served': {
    title: 'answers 404 to any update of a property',
    breaks: ['PROP-32'],
    changes: [notServed('PATCH /properties/:property_id')],
  },
})

function notServed(route: string): ArrivalChange {
  return arrivals((arrival) => {
    if (arrival.route === route) throw notFound()
  })
}
