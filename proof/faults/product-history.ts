import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { readProduct } from '../../reference/service/products/routes.ts'
import { touchProduct } from '../../reference/service/products/update-product.ts'
import { defineFaults } from './fault.ts'
import { setProduct } from './set-product.ts'

/** Faults in who made and changed a product, and when. */
export const productHistoryFaults = defineFaults({
  'created-in-the-future': {
    title: 'sets the creation time of a product an hour ahead',
    breaks: ['PROD-34'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const ahead = new Date(Date.now() + 3_600_000).toISOString()
        setProduct(deployment, id, { created_at: ahead, updated_at: ahead })
        return id
      }),
    ],
  },
  'created-at-moves': {
    title: 'changes createdAt on an update',
    breaks: ['PROD-50'],
    changes: [touched(({ after }) => ({ created_at: after.updated_at }))],
  },
  'updated-at-stands-still': {
    title: 'does not change updatedAt on an update',
    breaks: ['PROD-50'],
    changes: [touched(({ before }) => ({ updated_at: before.updated_at }))],
  },
  'updates-are-timed-in-seconds': {
    title: 'drops the fraction of a second from the time of an update',
    breaks: ['PROD-50'],
    byTheClock: true,
    changes: [touched(({ after }) => ({ updated_at: `${after.updated_at.slice(0, 19)}.000Z` }))],
  },
  'number-leaves-the-time-alone': {
    title: 'does not change updatedAt when the part number is assigned or removed',
    breaks: ['PROD-50'],
    changes: [
      touched(({ before, after }) => {
        const { updated_at, updated_by } = before
        const isNumberAlone =
          JSON.stringify({ ...after, part_number: before.part_number, updated_at, updated_by }) ===
          JSON.stringify(before)
        return isNumberAlone ? { updated_at, updated_by } : {}
      }),
    ],
  },
  'update-is-credited-to-the-creator': {
    title: 'records the creator as the user who updated a product',
    breaks: ['PROD-14'],
    changes: [touched(({ before }) => ({ updated_by: before.created_by }))],
  },
  'update-by-the-creator-is-credited-to-another-user': {
    title: 'keeps another user as the last one who updated a product after its creator updates it',
    breaks: ['PROD-14'],
    changes: [
      touched(({ before, caller }) => (caller.userId === before.created_by ? { updated_by: before.updated_by } : {})),
    ],
  },
  'update-takes-over-the-creation': {
    title: 'records the user who updates a product as its creator',
    breaks: ['PROD-50'],
    changes: [touched(({ caller }) => ({ created_by: caller.userId }))],
  },
  'update-takes-over-the-product': {
    title: 'records the user who updates a product as its owner',
    breaks: ['PROD-42'],
    changes: [
      touched(({ before, caller }) => (caller.userId === before.created_by ? {} : { owner_id: caller.userId })),
    ],
  },
  'reading-moves-updated-at': {
    title: 'changes updatedAt when a product with a workflow status is read by id',
    breaks: ['GEN-04'],
    changes: [
      replace(readProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        if (product.status) setProduct(deployment, product.id, { updated_at: aMomentLater(product.updatedAt) })
        return product
      }),
    ],
  },
  'reading-of-others-moves-updated-at': {
    title: 'changes updatedAt when another user than the creator reads a product',
    breaks: ['GEN-04'],
    changes: [
      replace(readProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        if (product.createdBy.id !== question.caller.userId)
          setProduct(deployment, product.id, { updated_at: aMomentLater(product.updatedAt) })
        return product
      }),
    ],
  },
})

interface Touch {
  readonly before: ProductRow
  readonly after: ProductRow
  readonly caller: Caller
}

/** A change leaves other columns behind than it ought to. */
function touched(columns: (touch: Touch) => Readonly<Record<string, string>>): RuleChange {
  return replace(touchProduct, (sound) => (deployment, before, caller) => {
    sound(deployment, before, caller)
    const after = productRow(deployment, before.id)
    if (after !== undefined) setProduct(deployment, before.id, columns({ before, after, caller }))
  })
}

function aMomentLater(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString()
}
