import { randomUUID } from 'node:crypto'
import type { Store } from '../service/store/store.ts'

/** An organization and its users; the first of them is the one that acts. */
export interface Organization {
  readonly id: string
  readonly userIds: readonly [string, ...string[]]
}

/** Makes an organization with its users; at least one. */
export function seedOrganization(
  store: Store,
  { name, users }: { readonly name: string; readonly users: readonly [string, ...string[]] },
): Organization {
  const id = randomUUID()
  store.run('INSERT INTO organizations (id, name) VALUES (?, ?)', id, name)
  const [first, ...others] = users
  const firstId = seedUser(store, id, first)
  store.run("UPDATE users SET role = 'administrator' WHERE id = ?", firstId)
  return { id, userIds: [firstId, ...others.map((user) => seedUser(store, id, user))] }
}

/** Adds a user to an organization and returns the id. */
export function seedUser(store: Store, organizationId: string, name: string): string {
  const id = randomUUID()
  const handle = name.toLowerCase().replaceAll(' ', '.')
  store.run(
    'INSERT INTO users (id, organization_id, user_name, email, image_url) VALUES (?, ?, ?, ?, ?)',
    id,
    organizationId,
    name,
    `${handle}@example.test`,
    `https://images.example.test/${handle}.png`,
  )
  return id
}
