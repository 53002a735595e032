import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Holder } from './part-number.ts'

/** Takes the number from its holder and keeps it from everybody, for ever. */
export const retirePartNumber = rule(({ store }: Deployment, { kind, id }: Holder): void => {
  const ofHolder = kind === 'product' ? 'product_id = ?' : 'item_id = ?'
  store.run(`UPDATE part_numbers SET state = 'retired' WHERE ${ofHolder} AND state = 'active'`, id)
})

/** Retires the numbers of a product and of its items, before they are deleted. */
export const retireNumbersOfProduct = rule(({ store }: Deployment, productId: string): void => {
  store.run(
    `UPDATE part_numbers SET state = 'retired'
     WHERE product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)`,
    productId,
    productId,
  )
})
