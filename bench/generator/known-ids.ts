import { isRecord } from '../../lib/contract/is-record.ts'
import type { Operation } from './operations.ts'

/** Ids kept of each resource: those of late are likelier to be of what is there. */
const most = 100

/** The ids that answers have shown, by the resource in the path: what generators that link operations by names know. */
export class KnownIds {
  readonly #ids = new Map<string, string[]>()

  learn({ path }: Operation, json: unknown): void {
    const records: unknown = isRecord(json) && Array.isArray(json['items']) ? json['items'] : [json]
    const ids = this.#ids.get(resourceOf(path)) ?? []
    this.#ids.set(resourceOf(path), ids)
    for (const record of Array.isArray(records) ? records : [])
      if (isRecord(record) && typeof record['id'] === 'string') ids.push(record['id'])
    ids.splice(0, ids.length - most)
  }

  /** An id for a parameter or field such as `product_id`; one called `id` alone is of the operation's own resource. */
  draw(name: string, { path }: Operation, draw: number): string {
    const resource = name.replace(/_?id$/i, '').replace(/y$/, '')
    const own = resourceOf(path)
    const known = [...this.#ids].find(([other]) => (resource === '' ? other === own : other.startsWith(resource)))
    const ids = known?.[1] ?? []
    return ids[draw % Math.max(1, ids.length)] ?? '00000000-0000-4000-8000-000000000000'
  }
}

/** `products` of `/v1/public/products/{product_id}`. */
function resourceOf(path: string): string {
  return path.split('/')[3] ?? ''
}
