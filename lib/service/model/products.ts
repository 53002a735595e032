export interface ModelProduct {
  readonly id: string
  readonly workspace: number
  readonly name: string
  readonly readableId: string
  readonly description: string
}

/** What an update gives. */
export type ModelUpdate = Partial<Pick<ModelProduct, 'name' | 'readableId' | 'description'>>

/**
 * A model of a few products by the contract. A `readable_id` is `free` until it is used, `taken` while a product has it, and
 * `open` afterwards, because the contract does not say whether it can be reused.
 */
export class ProductsModel {
  readonly products: ModelProduct[] = []
  readonly deleted: string[] = []
  readonly #had = new Set<string>()

  /** The n-th product, modulo their number; `undefined` if there is none. */
  nth(position: number): ModelProduct | undefined {
    return this.products[position % this.products.length]
  }

  readableId(workspace: number, readableId: string, except?: string): 'free' | 'taken' | 'open' {
    const holder = this.products.find((product) => product.workspace === workspace && product.readableId === readableId)
    if (holder && holder.id !== except) return 'taken'
    return holder === undefined && this.#had.has(`${workspace} ${readableId}`) ? 'open' : 'free'
  }

  created(product: ModelProduct): void {
    this.products.push(product)
    this.#had.add(`${product.workspace} ${product.readableId}`)
  }

  updated(product: ModelProduct, update: ModelUpdate): void {
    this.products[this.products.indexOf(product)] = { ...product, ...update }
    if (update.readableId !== undefined) this.#had.add(`${product.workspace} ${update.readableId}`)
  }

  removed(product: ModelProduct): void {
    this.products.splice(this.products.indexOf(product), 1)
    this.deleted.push(product.id)
  }

  /** The ids of a workspace's products whose name contains a text, in any letter case; lower case and sorted. */
  found(workspace: number, text: string): readonly string[] {
    return this.products
      .filter((product) => product.workspace === workspace && product.name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id }) => id.toLowerCase())
      .toSorted()
  }
}
