import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduct } from '../reference/seed/insert/products.ts'
import { seed } from '../reference/seed/seed.ts'
import { Store } from '../reference/service/store/store.ts'

/** A data file of a reference whose workspace holds this many products. */
export function crowdedData(products: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'bench-data-')), 'data.sqlite')
  const store = new Store(path)
  const { own, fixtures } = seed(store, 'embedded')
  const present = store.get<{ count: number }>('SELECT count(*) AS count FROM products')?.count ?? 0
  store.transaction(() => {
    for (let number = present; number < products; number += 1)
      seedProduct(store, {
        workspaceId: fixtures.workspaceId,
        userId: own.userIds[0],
        name: `Bearing ${number}`,
        readable_id: `bearing_${number}`,
      })
  })
  store.close()
  return path
}
