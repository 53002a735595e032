import { answersOf, isRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { Query } from '../../reference/service/http/query.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { readRecord } from '../../reference/service/files/routes.ts'
import { updateFile } from '../../reference/service/files/update-file.ts'
import { keyOf } from '../../reference/service/http/caller.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { updateItem } from '../../reference/service/items/update-item.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { createProperty } from '../../reference/service/properties/create-property.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { propertyRow } from '../../reference/service/properties/find-property.ts'
import { updateProperty } from '../../reference/service/properties/update-property.ts'
import { asOwner, askedAsOwner, idIn, ofOrganization } from './as-owner.ts'
import { defineFaults } from './fault.ts'

/** Faults in who reaches what, each in one place of many: one type, one field, one parameter, one way to write an id or a key. */
export const foreignAccessFaults = defineFaults({
  'foreign-date-property-is-shown': {
    title: 'shows a date property of another organization',
    breaks: ['AUTH-15'],
    changes: [
      askedAsOwner('GET', (deployment, request) => {
        const row = propertyRow(deployment, idIn(request, 'property_id'))
        return row?.type === 'date' ? row.organization_id : undefined
      }),
    ],
  },
  'item-is-listed-in-the-product-that-an-update-names': {
    title: "lists an item in another organization's product if an update names it",
    breaks: ['AUTH-22'],
    changes: [
      requestsOf(['PATCH /items/:item_id'], (sent, deployment) => {
        const product = isRecord(sent.body) ? sent.body['product_id'] : undefined
        if (typeof product === 'string')
          remember(deployment, `moved to ${product.toLowerCase()}`, idIn(sent.request, 'item_id'))
        return sent
      }),
      answersOf({ routes: ['GET /items'] }, (answer, deployment) => {
        const { json, request } = answer
        const product = new Query(request).text('product_id')?.toLowerCase()
        const moved = recall<string>(deployment, `moved to ${product}`)
        if (moved === undefined || !isRecord(json) || !Array.isArray(json['items'])) return answer
        const items: readonly unknown[] = [...json['items'], { id: moved.value, product_id: product }]
        return { ...answer, json: { ...json, items, count: items.length } }
      }),
    ],
  },
  'foreign-published-formula-is-shown': {
    title: 'shows a formula of another organization in a version',
    breaks: ['AUTH-15'],
    changes: [
      askedAsOwner('GET', (deployment, request) => {
        const row = propertyRow(deployment, idIn(request, 'property_id'))
        return row?.type === 'formula' && request.url.includes('version=') ? row.organization_id : undefined
      }),
    ],
  },
  'file-on-foreign-property-is-shown': {
    title: 'shows the record of a file on a property of another organization',
    breaks: ['AUTH-17'],
    changes: [
      replace(readRecord, (sound) => (deployment, question) => {
        const row = fileOnProperty(deployment, question.id)
        return sound(deployment, row === undefined ? question : asOwner(question, row))
      }),
    ],
  },
  'file-on-foreign-property-is-given': {
    title: 'serves a file on a property of another organization',
    breaks: ['AUTH-19'],
    changes: [
      askedAsOwner('GET', (deployment, request) =>
        request.url.includes('/download')
          ? fileOnProperty(deployment, idIn(request, 'id'))?.organization_id
          : undefined,
      ),
    ],
  },
  'file-on-foreign-property-is-changed': {
    title: 'updates the description of a file on a property of another organization',
    breaks: ['AUTH-18'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const row = update.userTitle === undefined ? fileOnProperty(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row), update)
      }),
    ],
  },
  'foreign-readable-id-is-changed-alone': {
    title: 'updates a product of another organization if only readable_id is given',
    breaks: ['AUTH-12'],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const row = isAlone(body, 'readable_id') ? productRow(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row), body)
      }),
    ],
  },
  'foreign-part-number-is-removed': {
    title: 'returns the product of any organization when a part number is removed',
    breaks: ['AUTH-12'],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const row = body.part_number === null ? productRow(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row), body)
      }),
    ],
  },
  'foreign-item-is-numbered': {
    title: 'assigns a part number to an item of another organization',
    breaks: ['AUTH-14'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = isAlone(body, 'part_number') ? itemRow(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row), body)
      }),
    ],
  },
  'foreign-property-takes-a-reason': {
    title: 'updates a property of another organization if only a reason is given',
    breaks: ['AUTH-16'],
    changes: [
      replace(updateProperty, (sound) => (deployment, question, body) => {
        const row = isAlone(body, 'reason') ? propertyRow(deployment, question.id) : undefined
        return sound(deployment, row === undefined ? question : asOwner(question, row), body)
      }),
    ],
  },
  'foreign-matrix-takes-a-value': {
    title: 'stores a value in a matrix of another organization and then answers 403',
    breaks: ['AUTH-16'],
    changes: [
      replace(updateProperty, (sound) => (deployment, question, body) => {
        const row = body.value === undefined ? undefined : propertyRow(deployment, question.id)
        if (row?.type === 'matrix' && row.organization_id !== question.caller.organizationId)
          sound(deployment, asOwner(question, row), body)
        return sound(deployment, question, body)
      }),
    ],
  },
  'foreign-status-property-is-deleted': {
    title: 'deletes a status property of another organization',
    breaks: ['AUTH-16'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const row = propertyRow(deployment, question.id)
        sound(deployment, row?.type === 'status' ? asOwner(question, row) : question)
      }),
    ],
  },
  'formula-created-on-foreign-item': {
    title: 'creates a formula on an item of another organization',
    breaks: ['AUTH-22'],
    changes: [
      replace(createProperty, (sound) => (deployment, body, caller) => {
        const row = body.type === 'formula' ? itemRow(deployment, body.item_id) : undefined
        return sound(deployment, body, row === undefined ? caller : ofOrganization(caller, row.organization_id))
      }),
    ],
  },
  'list-of-items-has-another-code-without-a-key': {
    title: 'answers a list of items without a key with 401 and a different code',
    breaks: ['AUTH-02'],
    changes: [
      answersOf({ routes: ['GET /items'], statuses: [401] }, (answer) =>
        answer.request.headers.authorization === undefined && isRecord(answer.json)
          ? { ...answer, json: { ...answer.json, error: 'login_required' } }
          : answer,
      ),
    ],
  },
  'word-after-the-key-is-ignored': {
    title: 'accepts a key that is followed by a space and a word',
    breaks: ['AUTH-03'],
    changes: [
      replace(keyOf, (sound) => (deployment, request) => {
        const key = /^bearer +(\S+) /iu.exec(request.headers.authorization ?? '')?.[1]
        return key ?? sound(deployment, request)
      }),
    ],
  },
  'downloads-take-the-key-from-the-query': {
    title: 'accepts the key of a download in the query parameter token',
    breaks: ['AUTH-06'],
    changes: [
      replace(keyOf, (sound) => (deployment, request) => {
        const { pathname, searchParams } = new URL(request.url, 'http://localhost')
        const token = pathname.endsWith('/download') ? searchParams.get('token') : null
        return sound(deployment, request) ?? token ?? undefined
      }),
    ],
  },
  'changes-take-the-key-from-a-cookie': {
    title: 'accepts the key of a PATCH in a cookie',
    breaks: ['AUTH-06'],
    changes: [
      replace(keyOf, (sound) => (deployment, request) => {
        const cookie = request.method === 'PATCH' ? /token=(\S+?)(?:;|$)/u.exec(request.headers.cookie ?? '') : null
        return sound(deployment, request) ?? cookie?.[1]
      }),
    ],
  },
})

/** The row of a file that hangs on a property. */
function fileOnProperty(deployment: Deployment, id: string): ReturnType<typeof readFile> {
  const row = readFile(deployment, id.toLowerCase())
  const isOnProperty = usagesOf(deployment, id.toLowerCase()).some((usage) => usage.target_type === 'property')
  return isOnProperty ? row : undefined
}

function isAlone(body: object, field: string): boolean {
  return Object.keys(body).join() === field
}
