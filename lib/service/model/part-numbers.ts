/** The state of a number. `open`: its product was deleted, and the contract does not define the rest. */
export type NumberState = 'free' | 'active' | 'retired' | 'open'

export interface NumberedProduct {
  readonly id: string
  number: string | undefined
}

/** A model of one organization's part numbers by the contract: which product has which, and which are retired. */
export class PartNumbersModel {
  readonly products: NumberedProduct[] = []
  readonly #states = new Map<string, NumberState>()

  stateOf(number: string): NumberState {
    return this.#states.get(number) ?? 'free'
  }

  /** The n-th product, modulo their number; `undefined` if there is none. */
  nth(position: number): NumberedProduct | undefined {
    return this.products[position % this.products.length]
  }

  created(id: string, number: string | undefined): NumberedProduct {
    const product: NumberedProduct = { id, number: undefined }
    this.products.push(product)
    if (number !== undefined) this.assigned(product, number)
    return product
  }

  assigned(product: NumberedProduct, number: string): void {
    product.number = number
    this.#states.set(number, 'active')
  }

  removed(product: NumberedProduct): void {
    if (product.number !== undefined) this.#states.set(product.number, 'retired')
    product.number = undefined
  }

  deleted(product: NumberedProduct): void {
    if (product.number !== undefined) this.#states.set(product.number, 'open')
    this.products.splice(this.products.indexOf(product), 1)
  }
}
