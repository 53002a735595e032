import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { type Caller, callerOf } from '../../reference/service/http/caller.ts'
import { invalidRequest, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import {
  changeBaseline,
  changeDescription,
  changeFields,
  changeName,
  changeReadableId,
  updateProduct,
} from '../../reference/service/products/update-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { fold } from '../../reference/service/products/fold.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { type ProductUpdate, readUpdate } from '../../reference/service/products/product-body.ts'
import { attempt } from './attempt.ts'
import { defineFaults } from './fault.ts'
import { setProduct } from './set-product.ts'

const route = 'PATCH /products/:product_id'

/** Faults in which updates of a product are accepted, and in what they change. */
export const productUpdateFaults = defineFaults({
  'foreign-product-changed-before-refusal': {
    title: 'changes a product of another organization, then returns 403',
    breaks: ['AUTH-12'],
    changes: [
      beforehand(({ deployment, product, caller, body }) => {
        if (product !== undefined && product.organization_id !== caller.organizationId)
          rename(deployment, product.id, body)
      }),
    ],
  },
  'updates-know-no-name': {
    title: 'rejects an update with a name before it looks for the product',
    breaks: ['PROD-41'],
    changes: [
      replace(readUpdate, (sound) => (deployment, request) => {
        const update = sound(deployment, request)
        if (update.name === undefined) return update
        throw validationError({ loc: ['body', 'name'], msg: 'is not permitted', type: 'extra_forbidden' })
      }),
    ],
  },
  'update-moves-a-product-anywhere': {
    title: 'moves a product to the workspace in an update',
    breaks: ['AUTH-20'],
    changes: [
      beforehand(({ deployment, product, body }) => {
        const workspaceId: unknown = Reflect.get(body, 'workspace_id')
        if (typeof workspaceId === 'string' && product !== undefined)
          setProduct(deployment, product.id, { workspace_id: workspaceId.toLowerCase() })
      }),
    ],
  },
  'update-of-unknown-product-is-400': {
    title: 'returns 400 for updating a product that does not exist',
    breaks: ['ERR-07'],
    changes: [
      beforehand(({ product }) => {
        if (product === undefined) throw invalidRequest('there is nothing to update')
      }),
    ],
  },
  'empty-update-refused': {
    title: 'rejects an update without fields',
    breaks: ['PROD-49'],
    changes: [
      beforehand(({ product, body }) => {
        if (product !== undefined && Object.keys(body).length === 0)
          throw validationError({ loc: ['body'], msg: 'is empty', type: 'missing' })
      }),
    ],
  },
  'array-body-counts-as-empty': {
    title: 'treats an array as an empty update of a product',
    breaks: ['ERR-13'],
    changes: [requestsOf([route], (sent) => (Array.isArray(sent.body) ? { ...sent, body: {} } : sent))],
  },
  'refused-update-changes-the-name': {
    title: 'rejects an update because of another field but changes the name',
    breaks: ['ERR-20'],
    changes: [renamesAfterRefusal((error) => !/part_number/iu.test(error.code))],
  },
  'unknown-baseline-lets-the-name-through': {
    title: 'rejects an update because of its baseline but changes the name',
    breaks: ['ERR-20'],
    changes: [renamesAfterRefusal(isUnknownBaseline)],
  },
  'refused-number-lets-other-fields-through': {
    title: 'rejects the number of an update but changes the other fields',
    breaks: ['PN-14'],
    changes: [renamesAfterRefusal((error) => /part_number/iu.test(error.code))],
  },
  'invalid-update-still-renames': {
    title: 'rejects an update because of another field but renames the product',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(readUpdate, (_, deployment, request) => {
        const name: unknown = Reflect.get(Object(request.body), 'name')
        const id: unknown = Reflect.get(Object(request.params), 'product_id')
        if (typeof name === 'string' && name !== '' && typeof id === 'string')
          attempt(() => updateProduct(deployment, { id, caller: callerOf(request) }, { name }))
      }),
    ],
  },
  'absent-description-is-cleared': {
    title: 'clears the description when an update does not contain it',
    breaks: ['PROD-42'],
    changes: [
      replace(changeFields, (sound) => (deployment, product, body) => {
        sound(deployment, product, body)
        if (body.description === undefined) setProduct(deployment, product.id, { description: null })
      }),
    ],
  },
  'descriptions-compared-as-numbers': {
    title: 'ignores a new description that equals the old one as a number',
    breaks: ['PROD-32'],
    changes: [
      replace(changeDescription, (sound) => (deployment, product, description) => {
        if (!isSameNumber(product.description, description)) sound(deployment, product, description)
      }),
    ],
  },
  'description-of-zero-is-none': {
    title: 'treats the description "0" as empty',
    breaks: ['PROD-32'],
    changes: [
      replace(changeDescription, (sound) => (deployment, product, description) => {
        sound(deployment, product, description === '0' ? '' : description)
      }),
    ],
  },
  'search-knows-old-names': {
    title: 'finds a renamed product by its old name',
    breaks: ['PROD-41'],
    changes: [
      replace(changeName, (sound) => (deployment, product, name) => {
        sound(deployment, product, name)
        setProduct(deployment, product.id, { folded_name: fold(product.name) })
      }),
    ],
  },
  'renaming-forgets-the-baseline': {
    title: 'clears the baseline of a product that is renamed',
    breaks: ['PROD-42'],
    changes: [
      replace(changeName, (sound) => (deployment, product, name) => {
        sound(deployment, product, name)
        if (name !== product.name) setProduct(deployment, product.id, { baseline_version_number: null })
      }),
    ],
  },
  'new-readable-id-unsets-the-baseline': {
    title: 'clears the baseline when the readable_id changes',
    breaks: ['PROD-42'],
    changes: [
      replace(changeReadableId, (sound) => (deployment, product, readableId) => {
        sound(deployment, product, readableId)
        setProduct(deployment, product.id, { baseline_version_number: null })
      }),
    ],
  },
  'baseline-0-unsets': {
    title: 'accepts baseline 0 and clears the baseline',
    breaks: ['PROD-46'],
    changes: [
      requestsOf([route], (sent, deployment) =>
        withBody(sent, ({ baseline_version_number: baseline, ...others }) => {
          if (baseline !== 0) return baseline === undefined ? others : { ...others, baseline_version_number: baseline }
          const id = String(Reflect.get(Object(sent.request.params), 'product_id'))
          setProduct(deployment, id, { baseline_version_number: null })
          return others
        }),
      ),
    ],
  },
  'baseline-of-no-version': {
    title: 'accepts any number as baseline',
    breaks: ['ERR-15', 'PROD-47'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, version) => {
        try {
          sound(deployment, product, version)
        } catch {
          setProduct(deployment, product.id, { baseline_version_number: version })
        }
      }),
    ],
  },
  'baseline-is-not-changed': {
    title: 'returns 200 for a new baseline but keeps the old one',
    breaks: ['PROD-48'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, version) => {
        sound(deployment, product, version)
        setProduct(deployment, product.id, { baseline_version_number: product.baseline_version_number })
      }),
    ],
  },
})

interface Asked {
  readonly deployment: Deployment
  readonly product: ProductRow | undefined
  readonly caller: Caller
  readonly body: ProductUpdate
}

/** Something is done, or refused, before an update is judged. */
function beforehand(act: (asked: Asked) => void): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    act({ deployment, product: productRow(deployment, question.id), caller: question.caller, body })
    return sound(deployment, question, body)
  })
}

function renamesAfterRefusal(isMeant: (error: ServiceError) => boolean): RuleChange {
  return whenRefused(updateProduct, (refusal, deployment, question, body) => {
    if ([409, 422].includes(refusal.status) && isMeant(refusal)) rename(deployment, question.id.toLowerCase(), body)
  })
}

function isUnknownBaseline({ details }: ServiceError): boolean {
  return JSON.stringify(details ?? null).includes('unknown_version')
}

function rename(deployment: Deployment, id: string, { name }: ProductUpdate): void {
  if (name !== undefined) setProduct(deployment, id, { name, folded_name: fold(name) })
}

/** Whether two texts that differ are the same as numbers. */
function isSameNumber(one: string | null, other: string): boolean {
  return Boolean(one?.trim()) && other.trim() !== '' && one !== other && Number(one) === Number(other)
}
