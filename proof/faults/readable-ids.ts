import { randomUUID } from 'node:crypto'
import type { RuleChange } from '../changes/change.ts'
import { dropsIndex } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { conflict, type ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { changeReadableId } from '../../reference/service/products/update-product.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import {
  isReadableIdInUse,
  type ReadableIdWish,
  refuseUsedReadableId,
  usedReadableId,
} from '../../reference/service/products/readable-id.ts'
import { defineFaults } from './fault.ts'

/** Faults in which readable ids are unique where, and in how one in use is rejected. */
export const readableIdFaults = defineFaults({
  'used-readable-id-gets-a-suffix': {
    title: 'creates a product under another readable_id if the given one is in use',
    breaks: ['PROD-28'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const { workspace_id: workspaceId, readable_id: readableId } = body
        const isInUse = isReadableIdInUse(deployment, { workspaceId, readableId })
        const suffixed = `${readableId}_${randomUUID().slice(0, 8)}`
        return sound(deployment, isInUse ? { ...body, readable_id: suffixed } : body, caller)
      }),
    ],
  },
  'used-readable-id-looked-for-among-the-latest-fifty': {
    title: 'checks only the latest fifty products of the workspace for a readable_id in use',
    breaks: ['PROD-28'],
    changes: [
      dropsIndex('readable_ids_of_workspace'),
      replace(isReadableIdInUse, (sound) => (deployment, wish) => {
        if (wish.except !== undefined) return sound(deployment, wish)
        const latest = 'SELECT readable_id FROM products WHERE workspace_id = ?1 ORDER BY sequence DESC LIMIT 50'
        const sql = `SELECT 1 FROM (${latest}) WHERE readable_id = ?2`
        return deployment.store.get(sql, wish.workspaceId, wish.readableId) !== undefined
      }),
    ],
  },
  'used-readable-id-looked-for-at-both-ends': {
    title: 'checks only the first twenty and the latest twenty products for a readable_id in use',
    breaks: ['PROD-28'],
    changes: [
      dropsIndex('readable_ids_of_workspace'),
      replace(isReadableIdInUse, (sound) => (deployment, wish) => {
        if (wish.except !== undefined) return sound(deployment, wish)
        const sql = `SELECT 1 FROM (${endOfList('ASC')} UNION ALL ${endOfList('DESC')}) WHERE readable_id = ?2`
        return deployment.store.get(sql, wish.workspaceId, wish.readableId) !== undefined
      }),
    ],
  },
  'readable-id-needs-a-letter-or-a-digit': {
    title: 'rejects a readable_id of underscores at creation',
    breaks: ['PROD-27'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        if (!/^_+$/u.test(body.readable_id)) return sound(deployment, body, caller)
        throw validationError({ loc: ['body', 'readable_id'], msg: 'has no letter and no digit', type: 'pattern' })
      }),
    ],
  },
  'readable-id-beside-a-name-folded-on-update': {
    title: 'accepts upper-case letters in a readable_id that is updated with the name, and stores it in lower case',
    breaks: ['PROD-44'],
    changes: [
      requestsOf(['PATCH /products/:product_id'], (sent) =>
        withBody(sent, (body) =>
          typeof body['name'] === 'string' && typeof body['readable_id'] === 'string'
            ? { ...body, readable_id: body['readable_id'].toLowerCase() }
            : body,
        ),
      ),
    ],
  },
  'used-readable-id-on-update': {
    title: 'accepts an update to the readable_id of another product',
    breaks: ['PROD-45'],
    changes: [
      dropsIndex('readable_ids_of_workspace'),
      replace(refuseUsedReadableId, (sound) => (deployment, wish) => {
        if (wish.except === undefined || !isReadableIdInUse(deployment, wish)) sound(deployment, wish)
      }),
    ],
  },
  'own-readable-id-is-in-use': {
    title: 'rejects an update with the current readable_id',
    breaks: ['PROD-45'],
    changes: [
      replace(refuseUsedReadableId, (sound) => (deployment, wish) => {
        const own = wish.except === undefined ? undefined : productRow(deployment, wish.except)
        if (own?.readable_id === wish.readableId) throw usedReadableId(deployment)
        sound(deployment, wish)
      }),
    ],
  },
  'leading-digit-refused-on-update': {
    title: 'rejects a readable id that begins with a digit only on an update',
    breaks: ['PROD-41'],
    changes: [
      replace(changeReadableId, (sound) => (deployment, product, readableId) => {
        if (/^\d/u.test(readableId))
          throw validationError({ loc: ['body', 'readable_id'], msg: 'begins with a digit', type: 'pattern' })
        sound(deployment, product, readableId)
      }),
    ],
  },
  'readable-id-unique-in-the-organization': {
    title: 'rejects a readable_id that another workspace uses',
    breaks: ['PROD-29'],
    changes: [alsoInUse(`products.readable_id = ?2 AND ${organizationOf('?1')} = workspaces.organization_id`)],
  },
  'readable-id-unique-over-organizations': {
    title: 'rejects a readable_id that another organization uses',
    breaks: ['PROD-29'],
    changes: [alsoInUse(`products.readable_id = ?2 AND ${organizationOf('?1')} <> workspaces.organization_id`)],
  },
  'readable-ids-compared-up-to-64-characters': {
    title: 'compares only the first 64 characters of readable ids',
    breaks: ['PROD-27', 'PROD-41'],
    changes: [alsoInUse('products.workspace_id = ?1 AND substr(products.readable_id, 1, 64) = substr(?2, 1, 64)')],
  },
  'underscore-in-a-used-readable-id-is-a-wildcard': {
    title: 'treats an underscore in a readable_id in use as a wildcard at creation',
    breaks: ['PROD-27'],
    changes: [alsoInUse(`?3 = '' AND products.workspace_id = ?1 AND ?2 LIKE ${pattern('products.readable_id')}`)],
  },
  'underscore-in-an-updated-readable-id-is-a-wildcard': {
    title: 'treats the readable_id of an update as a pattern',
    breaks: ['PROD-41'],
    changes: [alsoInUse(`?3 <> '' AND products.workspace_id = ?1 AND products.readable_id LIKE ${pattern('?2')}`)],
  },
  'readable-ids-of-one-number-conflict': {
    title: 'rejects a readable_id that equals one in use as a number',
    breaks: ['PROD-27', 'PROD-41'],
    changes: [
      alsoInUse(
        `products.workspace_id = ?1 AND (products.readable_id || ?2) NOT GLOB '*[^0-9]*'
          AND CAST(products.readable_id AS INTEGER) = CAST(?2 AS INTEGER)`,
      ),
    ],
  },
  'readable-ids-compared-without-underscores': {
    title: 'compares readable ids without their underscores',
    breaks: ['PROD-27', 'PROD-41'],
    changes: [
      alsoInUse("products.workspace_id = ?1 AND replace(products.readable_id, '_', '') = replace(?2, '_', '')"),
    ],
  },
  'code-with-spaces': {
    title: "returns the code 'readable id taken' for a readable_id in use",
    breaks: ['ERR-16'],
    changes: [refusedWith(() => conflict('readable id taken', 'the readable id is in use'))],
  },
  'message-shows-a-stack': {
    title: 'returns a database error and a stack frame for a readable_id in use',
    breaks: ['ERR-19'],
    changes: [
      refusedWith(() =>
        conflict(
          'readable_id_taken',
          'SqliteError: UNIQUE constraint failed: products.workspace_id, products.readable_id\n    at insertProduct (/srv/service/products/insert-product.ts:22:9)',
        ),
      ),
    ],
  },
  'message-shows-an-exception': {
    title: 'returns the exception of its runtime in a message',
    breaks: ['ERR-19'],
    changes: [
      refusedWith(() =>
        conflict(
          'readable_id_taken',
          'org.hibernate.exception.ConstraintViolationException: could not execute statement',
        ),
      ),
    ],
  },
})

/** More readable ids count as in use: those of products for which `condition` holds, of a workspace ?1 and an id ?2. */
function alsoInUse(condition: string): RuleChange {
  const sql = `SELECT 1 FROM products JOIN workspaces ON workspaces.id = products.workspace_id
    WHERE products.id <> ?3 AND ${condition}`
  const isElsewhere = ({ store }: Deployment, { workspaceId, readableId, except = '' }: ReadableIdWish): boolean =>
    store.get(sql, workspaceId, readableId, except) !== undefined
  return replace(
    isReadableIdInUse,
    (sound) => (deployment, wish) => sound(deployment, wish) || isElsewhere(deployment, wish),
  )
}

/** The database takes no pattern of any length: a longer one is like nothing. */
function pattern(text: string): string {
  return `substr(${text}, 1, 1000)`
}

function organizationOf(workspaceId: string): string {
  return `(SELECT organization_id FROM workspaces WHERE id = ${workspaceId})`
}

function refusedWith(error: () => ServiceError): RuleChange {
  return replace(usedReadableId, () => error)
}

/** The readable ids of twenty products at one end of the list of a workspace. */
function endOfList(order: 'ASC' | 'DESC'): string {
  return `SELECT * FROM (SELECT readable_id FROM products WHERE workspace_id = ?1 ORDER BY sequence ${order} LIMIT 20)`
}
