import { createHash } from 'node:crypto'
import type { Store } from '../service/store/store.ts'
import { seedEmbedded } from './embedded.ts'
import { seedItem } from './insert/items.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedUser } from './organization.ts'
import type { Fixtures, Seeded } from './seeded.ts'

/** One more than a page holds if no limit is named. */
const beyondAPage = 51

/**
 * The embedded seed with what some cases need beyond it: more users and workspaces than a page holds, a second product with
 * items, and a workspace whose part numbers have a format.
 */
export function seedCrowded(store: Store): Seeded {
  const seeded = seedEmbedded(store)
  const { own, fixtures } = seeded
  const numbers = Array.from({ length: beyondAPage }, (_, index) => String(index + 1).padStart(2, '0'))
  for (const number of numbers) seedUser(store, own.id, `Fitter ${number}`)
  const lines = numbers.map((number) =>
    seedWorkspace(store, { organizationId: own.id, name: `Line ${number}`, readable_id: `line_${number}` }),
  )
  seedSecondProduct(store, { productId: fixtures.publishedProduct?.productId ?? '', userId: own.userIds[0] })
  return { ...seeded, fixtures: { ...withContents(store, fixtures), ...seedRule(store, lines.at(-1) ?? '') } }
}

function seedSecondProduct(store: Store, first: { readonly productId: string; readonly userId: string }): void {
  const other = store.get<{ id: string }>(
    `SELECT id FROM products WHERE id <> ? AND archived = 0
       AND workspace_id = (SELECT workspace_id FROM products WHERE id = ?)`,
    first.productId,
    first.productId,
  )
  if (other === undefined) throw new Error('the embedded seed has more than one product')
  seedItem(store, { productId: other.id, userId: first.userId, readable_id: 'tube_bundle', name: 'Tube bundle' })
}

function seedRule(store: Store, workspaceId: string): Pick<Fixtures, 'partNumberRule'> {
  const pattern = String.raw`^NW-[1-9]\d{7}$`
  store.run(
    'INSERT INTO part_number_rules (workspace_id, product_id, pattern) VALUES (?, ?, ?)',
    workspaceId,
    null,
    pattern,
  )
  return { partNumberRule: { workspaceId, pattern, matching: 'NW-10000001', violating: 'no number of the line' } }
}

/** Says of the published product what its versions and its draft hold. */
function withContents(store: Store, fixtures: Fixtures): Fixtures {
  const { publishedProduct, properties } = fixtures
  if (publishedProduct === undefined || properties === undefined) return fixtures
  const files = store.all<{ id: string; content: Uint8Array }>(
    "SELECT id, content FROM files WHERE product_id = ? AND original_name LIKE '%.svg'",
    publishedProduct.productId,
  )
  return {
    ...fixtures,
    publishedProduct: {
      ...publishedProduct,
      values: [
        { propertyId: properties.numeric, byVersion: { 1: 210, 2: 215, draft: 220 } },
        { propertyId: properties.status, byVersion: { 1: 'Draft', 2: 'Under Review', draft: 'Done' } },
      ],
      files: files.map(({ id, content }) => {
        const digest = createHash('sha256').update(content).digest('hex')
        return { fileId: id, sha256: { 1: digest, 2: digest, draft: digest } }
      }),
    },
  }
}
