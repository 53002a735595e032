import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { RuleChange } from '../changes/change.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { unknownResource } from '../../reference/service/http/access.ts'
import { forbidden } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { deleteProduct } from '../../reference/service/products/delete-product.ts'
import { findProduct, productRow } from '../../reference/service/products/find-product.ts'
import { type ProductRow, showProduct } from '../../reference/service/products/product.ts'
import { readProduct } from '../../reference/service/products/routes.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { defineFaults } from './fault.ts'

/** Faults in who reaches a product. */
export const productAccessFaults = defineFaults({
  'foreign-product-is-shown': {
    title: 'shows a product of another organization',
    breaks: ['AUTH-11'],
    changes: [foreignShown(() => true)],
  },
  'product-just-read-is-given-to-anybody': {
    title: 'shows a product to any key after its owner read it',
    breaks: ['AUTH-11'],
    byTheClock: true,
    changes: [
      foreignShown((deployment, { id }) => {
        const last = recall(deployment, `product-just-read ${id}`)
        return last !== undefined && Date.now() - last.at < 1000
      }),
      replace(readProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        if (productRow(deployment, product.id)?.organization_id === question.caller.organizationId)
          remember(deployment, `product-just-read ${product.id}`, true)
        return product
      }),
    ],
  },
  'product-shown-to-its-author-only': {
    title: 'shows a product to all keys of its creator and to no other key of the organization',
    breaks: ['AUTH-23'],
    changes: [
      replace(findProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        if (product.created_by !== question.caller.userId) throw unknownResource(deployment, 'product')
        return product
      }),
    ],
  },
  'product-deleted-by-its-author-only': {
    title: 'lets only the creator delete a product',
    breaks: ['AUTH-23'],
    changes: [
      replace(deleteProduct, (sound) => (deployment, question) => {
        if (findProduct(deployment, question).created_by !== question.caller.userId) throw forbidden()
        sound(deployment, question)
      }),
    ],
  },
  'product-created-in-foreign-workspace': {
    title: 'creates a product in a workspace of another organization',
    breaks: ['AUTH-20'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const organizationId = workspaceRow(deployment, body.workspace_id)?.organization_id ?? caller.organizationId
        return sound(deployment, body, { ...caller, organizationId })
      }),
    ],
  },
})

/** Reading shows some of the products of other organizations. */
function foreignShown(isShown: (deployment: Deployment, product: ProductRow) => boolean): RuleChange {
  return replace(readProduct, (sound) => (deployment, question) => {
    const product = productRow(deployment, question.id)
    const isForeign = product !== undefined && product.organization_id !== question.caller.organizationId
    return isForeign && isShown(deployment, product) ? showProduct(deployment, product) : sound(deployment, question)
  })
}
