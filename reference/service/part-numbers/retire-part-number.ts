import type { Deployment } from '../deployment.ts'
import type { Holder } from './part-number.ts'

/** Takes the number from its holder and keeps it from everybody, for ever. */
export function retirePartNumber({ store, faults }: Pick<Deployment, 'store' | 'faults'>, { kind, id }: Holder): void {
  const ofHolder = kind === 'product' ? 'product_id = ?' : 'item_id = ?'
  const earlier = `FROM part_numbers WHERE ${ofHolder} AND state = 'retired'`
  if (faults.has('second-removal-frees-the-number') && store.get(`SELECT 1 ${earlier}`, id) !== undefined) {
    faults.active('second-removal-frees-the-number')
    store.run(`DELETE ${earlier}`, id)
  }
  store.run(`UPDATE part_numbers SET state = 'retired' WHERE ${ofHolder} AND state = 'active'`, id)
}

/** Retires the numbers of a product and of its items, before they are deleted. */
export function retireNumbersOfProduct(
  { store, faults, variants }: Pick<Deployment, 'store' | 'faults' | 'variants'>,
  productId: string,
): void {
  const ofProduct = 'product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)'
  if (variants.chosen('deletion-frees-numbers-in-use')) {
    store.run(`DELETE FROM part_numbers WHERE state = 'active' AND (${ofProduct})`, productId, productId)
  }
  store.run(`UPDATE part_numbers SET state = 'retired' WHERE ${ofProduct}`, productId, productId)
  if (!faults.has('deletion-frees-the-number')) return
  if (store.run(`DELETE FROM part_numbers WHERE ${ofProduct}`, productId, productId) > 0) {
    faults.active('deletion-frees-the-number')
  }
}
