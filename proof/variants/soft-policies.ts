import { isRecord } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { conflict, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { defineVariants } from './variant.ts'

const mostProducts = 150
const againMs = 1000

/** Lawful differences in what operators allow, for reasons that the contract does not tell. */
export const softPolicyVariants = defineVariants({
  'a-plan-allows-150-products': {
    title: 'returns 403 for the 151st product of an organization (limit of its plan)',
    latitude: 'a deployment may deny access for its own reasons',
    touches: ['PROD-17'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const count = `SELECT count(*) AS number FROM products JOIN workspaces ON workspaces.id = workspace_id
          WHERE organization_id = ?`
        const { number = 0 } = deployment.store.get<{ number: number }>(count, caller.organizationId) ?? {}
        if (number >= mostProducts)
          throw new ServiceError({ status: 403, code: 'forbidden', message: 'the plan allows no more products' })
        return sound(deployment, body, caller)
      }),
    ],
  },
  'updates-of-nothing-are-refused': {
    title: 'returns 422 for an empty update of an item or property',
    latitude: 'the contract does not define the answer to an empty update',
    touches: ['PROP-33', 'ITEM-06'],
    changes: [
      requestsOf(['PATCH /items/:item_id', 'PATCH /properties/:property_id'], (sent) => {
        if (!isRecord(sent.body) || Object.keys(sent.body).length > 0) return sent
        throw validationError({ loc: ['body'], msg: 'gives nothing to change', type: 'min_properties' })
      }),
    ],
  },
  'names-of-products-are-unique-in-their-workspace': {
    title: 'returns 409 for a product with the name of another one in its workspace',
    latitude: 'the contract does not say which other values are unique',
    touches: ['PROD-17'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const same = 'SELECT 1 FROM products WHERE workspace_id = ? AND name = ?'
        if (deployment.store.get(same, body.workspace_id.toLowerCase(), body.name) !== undefined)
          throw conflict('name_in_use', 'another product has this name')
        return sound(deployment, body, caller)
      }),
    ],
  },
  'the-same-request-again-is-refused': {
    title: 'returns 409 for creating the same items or properties twice within a second',
    latitude: 'the contract does not say what these creations require',
    touches: ['ITEM-03', 'PROP-29'],
    changes: [refusesAgain(['POST /items', 'POST /properties', 'POST /items/bulk', 'POST /properties/bulk'])],
  },
})

function refusesAgain(routes: readonly string[]): RequestChange {
  return requestsOf(routes, (sent, deployment) => {
    // One that names nothing is rejected for that.
    if (!isRecord(sent.body) || Object.keys(sent.body).length === 0) return sent
    if (Object.values(sent.body).some((value) => typeof value === 'object')) return sent
    const key = `again ${sent.route} ${JSON.stringify(sent.body)}`
    const before = recall<boolean>(deployment, key)
    if (before !== undefined && Date.now() - before.at < againMs)
      throw conflict('double_submission', 'the same request came a moment ago')
    remember(deployment, key, true)
    return sent
  })
}
