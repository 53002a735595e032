import { randomUUID } from 'node:crypto'
import { serverKeys } from '../independent-server.ts'
import { Store, type Item, type Organization, type Product, type Property, type User, type Workspace } from './store.ts'

/** Two organizations with a little in each. */
export function seededStore(): Store {
  const store = new Store()
  seed(store, serverKeys.own, ['Housings', 'Drives'])
  seed(store, serverKeys.other, ['Elsewhere'])
  return store
}

function seed(store: Store, key: string, workspaceNames: readonly string[]): void {
  const users = [user('Ada'), user('Grace')]
  const [first = user('Nobody')] = users
  const organization: Organization = {
    id: randomUUID(),
    users,
    numbers: new Map(),
    retired: new Set(),
    used: 0,
    windowEnds: 0,
  }
  store.keys.set(key, { organization, user: first })
  for (const name of workspaceNames) {
    const workspace: Workspace = { id: randomUUID(), name, readable_id: name.toLowerCase(), organization }
    store.workspaces.set(workspace.id, workspace)
    for (const number of [1, 2, 3]) fill(store, workspace, { user: first, number })
  }
}

function fill(store: Store, workspace: Workspace, { user: by, number }: { user: User; number: number }): void {
  const product: Product = {
    ...store.record(by, `p_${number}`),
    workspace,
    name: `${workspace.name} ${number}`,
    ...(number === 1 ? { description: 'The first' } : {}),
  }
  store.products.set(product.id, product)
  const item: Item = { ...store.record(by, `i_${number}`), product, name: 'Shaft' }
  store.items.set(item.id, item)
  const base = { item, name: 'Length', deleted: false, references: [] }
  const properties: readonly Property[] = [
    { ...store.record(by, 'length'), ...base, type: 'numeric', value: 4.5, unit: 'mm' },
    { ...store.record(by, 'grid'), ...base, type: 'matrix', value: '[[1,2],[3,4]]', unit: 'mm' },
    { ...store.record(by, 'note'), ...base, type: 'text', value: 'turned' },
    { ...store.record(by, 'due'), ...base, type: 'date', value: '2025-01-31' },
    { ...store.record(by, 'state'), ...base, type: 'status', value: 'Under Review' },
    { ...store.record(by, 'old'), ...base, type: 'text', value: 'gone', deleted: true },
  ]
  const expression = `@{${properties[0]?.id}} * 2`
  const formula: Property = { ...store.record(by, 'twice'), ...base, type: 'formula', value: 0, expression }
  for (const property of [...properties, formula]) store.properties.set(property.id, property)
}

function user(userName: string): User {
  return { id: `user_${randomUUID().slice(0, 12)}`, userName, imageUrl: null }
}
