import type { Deployment } from '../../reference/service/deployment.ts'
import { seedFile } from '../../reference/seed/insert/files.ts'
import { seedItem } from '../../reference/seed/insert/items.ts'
import { seedProduct } from '../../reference/seed/insert/products.ts'
import { seedProperty, type PropertySeed } from '../../reference/seed/insert/properties.ts'

interface Place {
  readonly workspaceId: string
  readonly userId: string
}

const names: readonly string[] = [
  'n'.repeat(5000),
  ' ',
  'two\nlines',
  '😀',
  '0',
  'null',
  'Alike',
  'Alike',
  '%',
  "'; --",
]

const length = { category: 'Length', display_unit: 'mm' } as const
const properties: ReadonlyArray<Omit<PropertySeed, 'itemId' | 'userId' | 'readable_id'>> = [
  { name: ' ', type: 'numeric', ...length },
  { name: 'huge', type: 'numeric', value: 1e300, ...length },
  { name: 'tiny', type: 'numeric', value: -5e-324, category: 'none', display_unit: '' },
  { name: '', type: 'text', value: '' },
  { name: 'unset', type: 'text' },
  { name: 'unset', type: 'date' },
  { name: 'unset', type: 'status' },
  { name: 'unset', type: 'matrix', ...length },
  { name: 'empty', type: 'matrix', value: '[[]]', ...length },
  { name: 'ragged', type: 'matrix', value: '[[1], [2, 3], []]', ...length },
  { name: 'constant', type: 'formula', expression: '2 * 3' },
  { name: 'old', type: 'date', value: '0001-01-01' },
]

/** Replaces what the organization has by what people really store: lawful in its shape, and unlike anything that a tester would make up. */
export function storeEdgeCases({ store, organizations }: Deployment): void {
  const own = organizations.own
  const place = store.get<Place>(
    `SELECT workspaces.id AS workspaceId, users.id AS userId FROM workspaces
     JOIN users ON users.organization_id = workspaces.organization_id
     WHERE workspaces.organization_id = ? ORDER BY workspaces.sequence, users.sequence LIMIT 1`,
    own,
  )
  if (place === undefined) return
  store.run('DELETE FROM part_numbers WHERE organization_id = ?', own)
  store.run('DELETE FROM products WHERE workspace_id IN (SELECT id FROM workspaces WHERE organization_id = ?)', own)
  store.run("UPDATE users SET user_name = '', image_url = NULL WHERE organization_id = ?", own)
  store.run("UPDATE workspaces SET name = '', readable_id = '' WHERE organization_id = ?", own)
  const ids = names.map((name, index) => seedEdgeCase({ store }, place, { name, index }))
  const [first = ''] = ids
  const itemId = seedItem(store, { productId: first, userId: place.userId, readable_id: '_', name: ' ' })
  for (const [index, property] of properties.entries())
    seedProperty(store, { ...property, itemId, userId: place.userId, readable_id: `_${index}` })
  seedItem(store, {
    productId: first,
    userId: place.userId,
    readable_id: '0',
    name: '0',
    description: 'd'.repeat(9000),
  })
  const fileId = seedFile(store, {
    targetId: itemId,
    userId: place.userId,
    name: 'ä"\\/.txt',
    content: 'x',
    content_type: 'x',
  })
  store.run(
    'UPDATE files SET size_bytes = NULL, content_type = NULL, user_title = NULL, description_status = NULL, uploaded_by = NULL WHERE id = ?',
    fileId,
  )
  store.run("UPDATE properties SET deleted = 1 WHERE name = 'old'")
  store.run('UPDATE properties SET source_references = \'[{"file_link_id":"","page":-1}]\' WHERE name = \'tiny\'')
}

function seedEdgeCase(
  { store }: Pick<Deployment, 'store'>,
  { workspaceId, userId }: Place,
  { name, index }: { readonly name: string; readonly index: number },
): string {
  return seedProduct(store, {
    workspaceId,
    userId,
    readable_id: '_'.repeat(index + 1),
    name,
    archived: index % 2 === 0,
    ...(index === 1 ? { description: '' } : {}),
    ...(index === 2 ? { part_number: ' / ' } : {}),
    ...(index === 3 ? { status: { id: '', name: '', color: '#FFF', groupKey: '' }, excludedStatusIds: ['', ''] } : {}),
  })
}
