import { isRecord, records } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { downloadFile } from '../../reference/service/files/download-file.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { conflict, ServiceError } from '../../reference/service/http/service-error.ts'
import { addItem } from '../../reference/service/items/create-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import { findPropertyAsOf } from '../../reference/service/properties/get-property.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { hidesDeletedItems, isDeletedItem } from '../changes/deleted-items.ts'
import { parameterNamed } from './names.ts'
import { defineVariants } from './variant.ts'

const mostProducts = 60
const mostFiles = 20
const mostFilesInAll = 40
const mostProperties = 4

/** Lawful differences in how much may be made, by what it is asked for, and in whose name it is made. */
export const quotaVariants = defineVariants({
  'workspaces-hold-sixty-products': {
    title: 'returns 403 for the sixty-first product of a workspace',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['PROD-17'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const count = 'SELECT count(*) AS number FROM products WHERE workspace_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, body.workspace_id.toLowerCase()) ?? {}
        if (number >= mostProducts) throw denied('the workspace is full')
        return sound(deployment, body, caller)
      }),
    ],
  },
  'full-workspaces-are-judged-before-the-body': {
    title: 'returns 403 for any creation in a workspace with 120 products, before it validates the body',
    latitude: 'a deployment may deny access for its own reasons, and the contract does not say which error comes first',
    touches: ['PROD-22', 'PROD-23', 'PROD-26', 'PROD-24', 'PROD-25'],
    without: ['workspaces-hold-sixty-products'],
    changes: [
      requestsOf(['POST /products'], (sent, deployment) => {
        const place = isRecord(sent.body) ? String(sent.body['workspace_id']) : ''
        const count = 'SELECT count(*) AS number FROM products WHERE workspace_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, place.toLowerCase()) ?? {}
        if (number >= 2 * mostProducts) throw denied('the workspace is full')
        return sent
      }),
    ],
  },
  'products-hold-twenty-files': {
    title: 'returns 403 for the twenty-first file of a product',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['UP-01'],
    changes: [
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        const count = 'SELECT count(*) AS number FROM file_links WHERE product_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, target.product_id) ?? {}
        if (number >= mostFiles) throw denied('the product has all its files')
        sound(deployment, fileId, target)
      }),
    ],
  },
  'workspaces-hold-forty-files': {
    title: 'returns 403 for the forty-first file of a workspace',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['UP-01'],
    changes: [
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        const count = 'SELECT count(*) AS number FROM files WHERE workspace_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, target.workspace_id) ?? {}
        if (number > mostFilesInAll) throw denied('the storage is full')
        sound(deployment, fileId, target)
      }),
    ],
  },
  'items-and-properties-hold-two-files': {
    title: 'returns 403 for the third file of an item or property',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['UP-01', 'UP-13'],
    changes: [placesHoldTwoFiles(denied('the place is full'))],
  },
  'full-places-are-a-conflict-of-their-own': {
    title: 'returns 409 with an undocumented code for the third file of an item or property',
    latitude: 'the contract does not define the answer to an exceeded quota',
    touches: ['UP-01', 'UP-09'],
    changes: [placesHoldTwoFiles(conflict('quota_exceeded', 'the place is full'))],
  },
  'products-hold-two-items': {
    title: 'returns 403 for the third item of a product',
    latitude: 'the contract does not say what a creation requires',
    touches: ['ITEM-03', 'BULK-01'],
    without: ['products-come-with-an-item', 'products-come-with-a-filled-item'],
    changes: [
      replace(addItem, (sound) => (deployment, item) => {
        const count = 'SELECT count(*) AS number FROM items WHERE product_id = ?'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, item.product.id) ?? {}
        if (number >= 2) throw denied('the product has all its items')
        return sound(deployment, item)
      }),
    ],
  },
  'items-hold-four-properties': {
    title: 'returns 409 for the fifth property of an item',
    latitude: 'the contract does not say what a creation requires',
    touches: ['PROP-29', 'BULK-02'],
    changes: [
      replace(addProperty, (sound) => (deployment, property) => {
        const count = 'SELECT count(*) AS number FROM properties WHERE item_id = ? AND deleted = 0'
        const { number = 0 } = deployment.store.get<{ number: number }>(count, property.item.id) ?? {}
        if (number >= mostProperties) throw conflict('too_many_properties', 'the item has all its properties')
        return sound(deployment, property)
      }),
    ],
  },
  'products-come-with-a-filled-item': {
    title: 'creates an item with two properties in every new product',
    latitude: 'the contract does not say what a new product contains',
    touches: ['ITEM-14', 'PROP-19'],
    without: ['numbers-may-have-no-category'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const made = sound(deployment, body, caller)
        const product = findProduct(deployment, { id: made.id, caller })
        const { id } = addItem(deployment, { product, content: { name: 'Root' }, caller })
        const at = { item: findItem(deployment, { id, caller }), caller, at: ['body'] }
        addProperty(deployment, { ...at, content: { type: 'text', name: 'Remark', value: 'by template' } })
        addProperty(deployment, { ...at, content: { type: 'date', name: 'Due', value: '2031-01-31' } })
        return made
      }),
    ],
  },
  'deleted-items-are-gone-for-good': {
    title: 'returns 410 for a deleted item by id',
    latitude: 'the contract does not define the answer to a read of a deleted item',
    touches: ['ITEM-07', 'PROD-54'],
    changes: [...hidesDeletedItems(), goneForGood()],
  },
  'deleted-properties-are-gone-for-good': {
    title: 'returns 410 for a deleted property by id',
    latitude: 'the contract does not define the answer to a read of a deleted property',
    touches: ['PROP-34', 'PROD-55'],
    without: ['soft-deleted-property-is-not-shown-by-id', 'deleted-property-is-gone', 'deleting-again-succeeds'],
    changes: [
      replace(findPropertyAsOf, (sound) => (deployment, question) => {
        const row = sound(deployment, question)
        if (question.version === undefined && row.deleted === 1)
          throw new ServiceError({ status: 410, code: 'gone', message: 'the property was deleted' })
        return row
      }),
    ],
  },
  'products-and-items-are-described-by-default': {
    title: 'generates a description for a product or item without one',
    latitude: 'the contract does not define the value of a field that was not sent',
    touches: ['PROD-05', 'PROD-33', 'ITEM-04'],
    without: ['unset-descriptions-of-items-are-empty-texts', 'unset-fields-of-items-are-null'],
    changes: [
      requestsOf(['POST /products', 'POST /items'], (sent) =>
        withBody(sent, (body) => ({ description: 'no description yet', ...body })),
      ),
    ],
  },
  'uploaders-are-accounts-of-keys': {
    title: 'returns a key account as the uploader of a file, and the creator of the key as author elsewhere',
    latitude: 'the contract does not say in whose name a key acts',
    touches: ['UP-25', 'FILE-05', 'PROD-14'],
    without: ['uploaders-stay-away', 'authors-are-in-no-list', 'user-ids-are-no-uuids'],
    changes: [
      records((record) => {
        const { uploadedBy } = record
        if (typeof uploadedBy !== 'object' || uploadedBy === null || !('id' in uploadedBy)) return record
        return { ...record, uploadedBy: { id: `key-of-${String(uploadedBy.id)}`, userName: 'API key' } }
      }),
    ],
  },
  'parameters-of-places-are-filters': {
    title: 'accepts filter[workspace_id], filter[item_id] and filter[product_id] in lists',
    latitude: 'the contract does not define the names of these parameters',
    touches: ['PROD-60', 'PROP-19', 'ITEM-14'],
    without: ['unknown-query-parameters-are-refused', ...otherNames()],
    target: { dialect: { workspaceParameter: 'filter[workspace_id]', itemParameter: 'filter[item_id]' } },
    changes: [
      ...parameterNamed('GET /products', { workspace_id: 'filter[workspace_id]' }),
      ...parameterNamed('GET /properties', { item_id: 'filter[item_id]' }),
      ...parameterNamed('GET /items', { product_id: 'filter[product_id]' }),
    ],
  },
  'first-downloads-are-fetched-from-an-archive': {
    title: 'returns 404 for the first download of a file, and the file a moment later',
    latitude: 'an object may be stored for up to ten seconds after the answer',
    touches: ['DL-05'],
    changes: [
      replace(downloadFile, (sound) => async (deployment, question, means) => {
        const download = await sound(deployment, question, means)
        const key = `fetched ${question.id.toLowerCase()}`
        const since = recall(deployment, key)
        if (since === undefined) remember(deployment, key, true)
        if (since === undefined || Date.now() - since.at < 200)
          throw new ServiceError({ status: 404, code: 'not_found', message: 'the object is being fetched' })
        return download
      }),
    ],
  },
})

function placesHoldTwoFiles(refusal: ServiceError): Change {
  return replace(linkFile, (sound) => (deployment, fileId, target) => {
    const count = 'SELECT count(*) AS number FROM file_links WHERE item_id = ? OR property_id = ?'
    const { number = 0 } = deployment.store.get<{ number: number }>(count, target.id, target.id) ?? {}
    if (number >= 2) throw refusal
    sound(deployment, fileId, target)
  })
}

function denied(message: string): ServiceError {
  return new ServiceError({ status: 403, code: 'forbidden', message })
}

function goneForGood(): Change {
  return arrivals(({ route, request }, deployment) => {
    if (request.caller === null || !route.endsWith(' /items/:item_id')) return
    const id = request.url.split('?')[0]?.split('/').at(-1) ?? ''
    if (isDeletedItem(deployment, id))
      throw new ServiceError({ status: 410, code: 'gone', message: 'the item was deleted' })
  })
}

function otherNames(): readonly string[] {
  return [
    'workspace-parameter-in-camel-case',
    'workspace-parameter-is-workspace',
    'workspace-parameter-is-ws-uuid',
    'workspace-parameter-is-ws',
    'item-parameter-in-camel-case',
    'item-parameter-is-item',
    'product-parameter-in-camel-case',
    'workspace-parameter-is-required',
    'item-parameter-is-required',
    'product-parameter-is-required',
    'items-have-no-product-parameter',
    'items-are-listed-by-workspace',
  ]
}
