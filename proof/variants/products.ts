import { answersOf, withEachRecord, withHeaders } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { invalidRequest, validationError } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { findProduct, productRow } from '../../reference/service/products/find-product.ts'
import { foldedName } from '../../reference/service/products/fold.ts'
import { storedDescription } from '../../reference/service/products/stored-description.ts'
import { showProduct } from '../../reference/service/products/product.ts'
import { isReadableIdInUse, usedReadableId } from '../../reference/service/products/readable-id.ts'
import { touchProduct, updateProduct } from '../../reference/service/products/update-product.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { defineVariants } from './variant.ts'

type JsonRecord = Readonly<Record<string, unknown>>

const one = '/products/:product_id'
const everywhere = ['GET /products', 'POST /products', `GET ${one}`, `PATCH ${one}`]

/** Lawful differences in how products are shown, searched and written. */
export const productVariants = defineVariants({
  'optional-product-fields-stay-away': {
    title: 'omits archived, status and excludedStatusIds, and in lists also part number and baseline',
    latitude: 'these fields may be absent',
    touches: ['PROD-09', 'PROD-10', 'PROD-12', 'PROD-08'],
    changes: [
      shown(({ archived: _archived, status: _status, excludedStatusIds: _ids, ...others }) => others),
      shown(({ part_number: _number, baseline_version_number: _baseline, ...others }) => others, ['GET /products']),
    ],
  },
  'products-have-more-fields': {
    title: 'adds undocumented fields to products',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROD-19'],
    changes: [shown((product) => ({ ...product, mass: 1.5, tags: [], 'x-origin': null }))],
  },
  'part-number-in-camel-case-too': {
    title: 'returns partNumber beside part_number',
    latitude: 'responses may use both spellings',
    touches: ['PROD-61'],
    changes: [
      shown((product) =>
        product['part_number'] === undefined ? product : { ...product, partNumber: product['part_number'] },
      ),
    ],
  },
  'times-with-an-offset': {
    title: 'returns the times of a product in another time zone and in microseconds',
    latitude: 'ISO 8601 allows any precision and offset',
    touches: ['PROD-16', 'GEN-03'],
    changes: [
      shown(({ createdAt, updatedAt, ...others }) => ({
        ...others,
        createdAt: eastOfGreenwich(createdAt),
        updatedAt: eastOfGreenwich(updatedAt),
      })),
    ],
  },
  'search-folds-accents': {
    title: 'finds names regardless of accents',
    latitude: 'beyond letter case, the contract does not say which letters a search treats as equal',
    touches: ['PROD-36', 'PROD-40'],
    changes: [
      replace(
        foldedName,
        (sound) => (deployment, text) => sound(deployment, text).normalize('NFD').replaceAll(/\p{M}/gu, ''),
      ),
    ],
  },
  'emptied-description-is-an-empty-text': {
    title: 'stores a cleared description of a product as an empty string',
    latitude: 'the contract does not define a cleared description',
    touches: ['PROD-41', 'PROD-05', 'PROD-06'],
    changes: [replace(storedDescription, () => (_, text) => text)],
  },
  'every-update-moves-the-time': {
    title: 'changes updatedAt even on an update without a change',
    latitude: 'the contract does not say whether an empty update changes the time',
    touches: ['PROD-49', 'PROD-50'],
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const before = productRow(deployment, question.id)
        const product = sound(deployment, question, body)
        if (before === undefined || product.updatedAt !== before.updated_at) return product
        touchProduct(deployment, before, question.caller)
        return showProduct(deployment, findProduct(deployment, question))
      }),
    ],
  },
  'unknown-workspace-is-a-422-at-creation': {
    title: 'returns 422 for creating a product in an unknown workspace',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['PROD-31'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        if (workspaceRow(deployment, body.workspace_id) === undefined)
          throw validationError({ loc: ['body', 'workspace_id'], msg: 'is no workspace', type: 'unknown_workspace' })
        return sound(deployment, body, caller)
      }),
    ],
  },
  'used-readable-id-is-a-400': {
    title: 'returns 400 for a readable_id in use',
    latitude: 'the contract does not define the status of this refusal',
    touches: ['PROD-28', 'PROD-45', 'PROD-30'],
    changes: [replace(usedReadableId, () => () => invalidRequest('the readable_id is in use', 'readable_id_taken'))],
  },
  'readable-id-stays-in-use-after-deletion': {
    title: 'never reuses the readable_id of a deleted product',
    latitude: 'the contract leaves open what happens with the readable_id of a deleted product',
    touches: ['PROD-62', 'PROD-28', 'PROD-59'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        remember(deployment, `deleted ${product.workspace_id} ${product.readable_id}`, true)
      }),
      replace(
        isReadableIdInUse,
        (sound) => (deployment, wish) =>
          sound(deployment, wish) || recall(deployment, `deleted ${wish.workspaceId} ${wish.readableId}`) !== undefined,
      ),
    ],
  },
  'deletion-answers-with-a-body': {
    title: 'answers a deletion with 200 and an object',
    latitude: 'a deletion may answer any success',
    touches: ['PROD-52'],
    changes: [
      answersOf({ routes: ['DELETE /products/:product_id'], statuses: [204] }, (answer) =>
        withHeaders(
          { ...answer, status: 200, json: { deleted: true } },
          { 'content-type': 'application/json; charset=utf-8' },
        ),
      ),
    ],
  },
})

/** Answers show products otherwise. */
function shown(change: (product: JsonRecord) => JsonRecord, routes: readonly string[] = everywhere): AnswerChange {
  return answersOf({ routes }, (answer) =>
    withEachRecord(answer, (record) => ('workspace_id' in record && 'createdBy' in record ? change(record) : record)),
  )
}

const twoHours = 7_200_000

/** The same moment as clocks two hours east of Greenwich show it. */
function eastOfGreenwich(time: unknown): string {
  return new Date(Date.parse(String(time)) + twoHours).toISOString().replace('Z', '000+02:00')
}
