import { arrivals } from '../changes/arrivals.ts'
import type { ArrivalChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { notFound, validationError } from '../../reference/service/http/service-error.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { deleteProduct } from '../../reference/service/products/delete-product.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in which an endpoint is not there yet, or answers and does nothing. */
export const stubFaults = defineFaults({
  'deletion-of-products-is-a-stub': {
    title: 'returns 204 for any deletion of a product but does nothing',
    breaks: ['AUTH-12', 'ERR-07', 'PROD-53'],
    changes: [replace(deleteProduct, () => () => undefined)],
  },
  'deletion-of-items-is-a-stub': {
    title: 'returns 204 for any deletion of an item but does nothing',
    breaks: ['AUTH-14', 'ERR-08', 'ITEM-07'],
    changes: [replace(deleteItem, () => () => undefined)],
  },
  'deletion-of-properties-is-a-stub': {
    title: 'returns 204 for any deletion of a property but does nothing',
    breaks: ['AUTH-16', 'ERR-09', 'PROP-34'],
    changes: [replace(deleteProperty, () => () => undefined)],
  },
  'creation-of-products-not-served': {
    title: 'returns 404 for the creation of a product',
    breaks: ['PROD-33'],
    changes: [notServed('POST /products')],
  },
  'list-of-products-not-served': {
    title: 'returns 404 for the list of products',
    breaks: ['PROD-35'],
    changes: [notServed('GET /products')],
  },
  'list-of-properties-wants-a-type': {
    title: 'returns 422 for a list of properties without a type',
    breaks: ['PROP-19'],
    changes: [
      arrivals(({ route, request }) => {
        if (route === 'GET /properties' && !request.url.includes('type='))
          throw validationError({ loc: ['query', 'type'], msg: 'field required', type: 'missing' })
      }),
    ],
  },
  'properties-by-id-not-served': {
    title: 'returns 404 for a read of a property by id',
    breaks: ['PROP-27'],
    changes: [notServed('GET /properties/:property_id')],
  },
  'items-by-id-not-served': {
    title: 'returns 404 for a read of an item by id',
    breaks: ['ITEM-05'],
    changes: [notServed('GET /items/:item_id')],
  },
  'list-of-files-not-served': {
    title: 'returns 404 for the list of files',
    breaks: ['FILE-10'],
    changes: [notServed('GET /files')],
  },
  'files-by-id-not-served': {
    title: 'returns 404 for a read of the record of a file by id',
    breaks: ['FILE-09'],
    changes: [notServed('GET /files/:id')],
  },
  'updates-of-files-not-served': {
    title: 'returns 404 for any update of a file',
    breaks: ['FILE-14', 'FILE-15'],
    changes: [notServed('PATCH /files/:id')],
  },
  'deletion-of-products-not-served': {
    title: 'returns 404 for any deletion of a product',
    breaks: ['PROD-52'],
    changes: [notServed('DELETE /products/:product_id')],
  },
  'updates-of-items-not-served': {
    title: 'returns 404 for any update of an item',
    breaks: ['ITEM-06'],
    changes: [notServed('PATCH /items/:item_id')],
  },
  'updates-of-properties-not-served': {
    title: 'returns 404 for any update of a property',
    breaks: ['PROP-32'],
    changes: [notServed('PATCH /properties/:property_id')],
  },
})

function notServed(route: string): ArrivalChange {
  return arrivals((arrival) => {
    if (arrival.route === route) throw notFound()
  })
}
