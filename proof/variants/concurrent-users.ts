import { randomUUID } from 'node:crypto'
import type { Deployment } from '../../reference/service/deployment.ts'
import { seedFile } from '../../reference/seed/insert/files.ts'
import { seedItem } from '../../reference/seed/insert/items.ts'
import { seedProduct } from '../../reference/seed/insert/products.ts'
import { seedProperty } from '../../reference/seed/insert/properties.ts'
import { publishVersion } from '../../reference/service/versions/publish-version.ts'

/** Every so many requests another user does something. */
const between = 3
/** What they have at most; beyond it they delete their oldest. */
const most = 9
/** Items of a product that they publish, at most. */
const mostPublished = 50

interface Place {
  readonly workspaceId: string
  readonly userId: string
}

/** Other users of the organization, at work in its first workspace while the service is asked: they create, change and delete. */
export class ConcurrentUsers {
  readonly #deployment: Deployment
  readonly #place: Place | undefined
  /** Products that were there before anybody came. */
  readonly #former: readonly string[]
  readonly #products: string[] = []
  readonly #notes: string[] = []
  #guest: string | undefined
  #requests = 0
  #deeds = 0

  constructor(deployment: Deployment) {
    this.#deployment = deployment
    this.#place = deployment.store.get<Place>(
      `SELECT workspaces.id AS workspaceId, users.id AS userId FROM workspaces
       JOIN users ON users.organization_id = workspaces.organization_id
       WHERE workspaces.organization_id = ? ORDER BY workspaces.sequence, users.sequence DESC LIMIT 1`,
      deployment.organizations.own,
    )
    const former =
      'SELECT products.id FROM products JOIN workspaces ON workspaces.id = workspace_id WHERE organization_id = ?'
    const rows = deployment.store.all<{ id: string }>(
      `${former} ORDER BY products.sequence LIMIT 5`,
      deployment.organizations.own,
    )
    this.#former = rows.map(({ id }) => id)
  }

  /** Told of every request that comes in. */
  requested(): void {
    this.#requests += 1
    if (this.#requests % between !== 0 || this.#place === undefined) return
    this.#deeds += 1
    if (this.#deeds % 25 === 0) this.#reorganize()
    if (this.#deeds % 4 === 0) this.#workInFormer(this.#place)
    else if (this.#deeds % 2 === 0) this.#change()
    else if (this.#products.length < most) this.#create(this.#place)
    else this.#deleteOldest()
  }

  #create({ workspaceId, userId }: Place): void {
    const { store } = this.#deployment
    const number = this.#deeds
    const productId = seedProduct(store, {
      workspaceId,
      userId,
      readable_id: `concurrent_${number}`,
      name: `Their pump ${number}`,
      ...(number % 3 === 0 ? { description: 'another user at work' } : {}),
    })
    const itemId = seedItem(store, { productId, userId, readable_id: `part_${number}`, name: `Part ${number}` })
    seedProperty(store, { itemId, userId, readable_id: 'note', name: 'Note', type: 'text', value: `note ${number}` })
    seedFile(store, {
      targetId: itemId,
      userId,
      name: `${number}.txt`,
      content: 'x'.repeat(number),
      content_type: 'a/b',
    })
    this.#products.push(productId)
  }

  #change(): void {
    const { store } = this.#deployment
    const id = this.#products.at(this.#deeds % Math.max(1, this.#products.length))
    if (id === undefined) return
    const now = new Date().toISOString()
    store.run('UPDATE products SET description = ?, updated_at = ? WHERE id = ?', `changed ${this.#deeds}`, now, id)
    store.run('UPDATE items SET name = ?, updated_at = ? WHERE product_id = ?', `Part, changed ${this.#deeds}`, now, id)
  }

  /** Writes a note into an item that was there before, or takes the oldest away; the product is described again. */
  #workInFormer({ userId }: Place): void {
    const { store } = this.#deployment
    const productId = this.#former.at((this.#deeds / 4) % Math.max(1, this.#former.length))
    if (productId === undefined) return
    const now = new Date().toISOString()
    store.run('UPDATE products SET description = ?, updated_at = ? WHERE id = ?', `as of ${now}`, now, productId)
    const sql = 'SELECT id FROM items WHERE product_id = ? ORDER BY sequence LIMIT 1'
    const itemId = store.get<{ id: string }>(sql, productId)?.id
    if (this.#notes.length >= most)
      store.run('UPDATE properties SET deleted = 1 WHERE id = ?', this.#notes.shift() ?? '')
    else if (itemId !== undefined)
      this.#notes.push(
        seedProperty(store, {
          itemId,
          userId,
          readable_id: `note_${this.#deeds}`,
          name: 'Note',
          type: 'text',
          value: 'seen',
        }),
      )
  }

  /** Another user joins and the one before leaves, a workspace of theirs is renamed, and what was there is published again. */
  #reorganize(): void {
    const { store, organizations } = this.#deployment
    const guest = randomUUID()
    store.run('DELETE FROM users WHERE id = ?', this.#guest ?? '')
    const user = 'INSERT INTO users (id, organization_id, user_name, email) VALUES (?, ?, ?, ?)'
    store.run(user, guest, organizations.own, `Guest ${this.#deeds}`, 'guest@example.test')
    if (this.#guest === undefined) {
      const workspace = "INSERT INTO workspaces (id, organization_id, name, readable_id) VALUES (?, ?, '', 'guests')"
      store.run(workspace, randomUUID(), organizations.own)
    }
    store.run("UPDATE workspaces SET name = ? WHERE readable_id = 'guests'", `Guests ${this.#deeds}`)
    this.#guest = guest
    const [productId] = this.#former
    const held = 'SELECT count(*) AS items FROM items WHERE product_id = ?'
    if (productId === undefined || (store.get<{ items: number }>(held, productId)?.items ?? 0) > mostPublished) return
    if (this.#deeds % 50 === 0) publishVersion(this.#deployment, productId)
  }

  #deleteOldest(): void {
    this.#deployment.store.run('DELETE FROM products WHERE id = ?', this.#products.shift() ?? '')
  }
}
