import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '../deployment.ts'
import { alreadyAssigned } from '../part-numbers/change-part-number.ts'
import { claimPartNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { rule } from '../rule.ts'
import { laterThan } from '../store/later-than.ts'
import { findItem, type ItemQuestion } from './find-item.ts'
import { type Item, type ItemRow, showItem } from './item.ts'
import type { ItemUpdate } from './item-body.ts'

/** Changes what the body gives and nothing else; a rejection of one field refuses all of them. */
export const updateItem = rule((deployment: Deployment, question: ItemQuestion, body: ItemUpdate): Item =>
  deployment.store.transaction(() => {
    const before = findItem(deployment, question)
    changeItem(deployment, before, body)
    changeNumberOfItem(deployment, before, body.part_number)
    const after = findItem(deployment, question)
    if (isDeepStrictEqual(after, before)) return showItem(deployment, after)
    deployment.store.run(
      'UPDATE items SET updated_by = ?, updated_at = ? WHERE id = ?',
      question.caller.userId,
      laterThan(before.updated_at),
      before.id,
    )
    return showItem(deployment, findItem(deployment, question))
  }),
)

/** Stores the texts that an update gives; an emptied description is unset. */
export const changeItem = rule(({ store }: Deployment, before: ItemRow, { name, description }: ItemUpdate): void => {
  store.run(
    'UPDATE items SET name = ?, description = ? WHERE id = ?',
    name ?? before.name,
    description === undefined ? before.description : description === '' ? null : description,
    before.id,
  )
})

/** The rules of products: assign to an item without one, retire with null, never change in place. */
export const changeNumberOfItem = rule(
  (deployment: Deployment, item: ItemRow, wish: string | null | undefined): void => {
    if (wish === undefined || wish === item.part_number) return
    if (wish === null) {
      retirePartNumber(deployment, { kind: 'item', id: item.id })
      return
    }
    if (item.part_number !== null) throw alreadyAssigned()
    judgeFormat(deployment, { number: wish, workspaceId: item.workspace_id, productId: item.product_id })
    claimPartNumber(deployment, {
      number: wish,
      organizationId: item.organization_id,
      workspaceId: item.workspace_id,
      holder: { kind: 'item', id: item.id },
    })
  },
)
