import type { Deployment } from '../deployment.ts'
import type { Holder } from './part-number.ts'

/** Takes the number from its holder and keeps it from everybody, for ever. */
export function retirePartNumber({ store }: Deployment, { kind, id }: Holder): void {
  if (kind === 'product')
    store.run("UPDATE part_numbers SET state = 'retired' WHERE product_id = ? AND state = 'active'", id)
  else store.run("UPDATE part_numbers SET state = 'retired' WHERE item_id = ? AND state = 'active'", id)
}

/** Retires the numbers of a product and of its items, before they are deleted. */
export function retireNumbersOfProduct({ store }: Deployment, productId: string): void {
  store.run(
    `UPDATE part_numbers SET state = 'retired'
     WHERE product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)`,
    productId,
    productId,
  )
}
