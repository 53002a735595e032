import { createHash, randomUUID } from 'node:crypto'
import { Problem } from './problem.ts'

export interface Account {
  readonly organization: string
  readonly user: { readonly id: string; readonly userName: string }
}

export interface Workspace {
  readonly id: string
  readonly organization: string
  readonly name: string
}

export interface Product {
  readonly id: string
  readonly organization: string
  readonly workspace: string
  readonly createdBy: Account['user']
  readonly createdAt: string
  readonly name: string
  readonly readableId: string
  readonly description: string | undefined
  readonly partNumber: string | undefined
  readonly updatedBy: Account['user']
  readonly updatedAt: string
}

/** Whole seconds. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}

export function newId(): string {
  return randomUUID().toUpperCase()
}

/** Workspaces and products of all organizations. A map has no order here: entries come by the hash of their keys. */
export class Catalog {
  readonly workspaces = new Map<string, Workspace>()
  readonly #products = new Map<string, Product>()
  readonly #retired = new Set<string>()
  readonly #salt = randomUUID()

  ordered<Row extends { readonly id: string }>(rows: Iterable<Row>): readonly Row[] {
    const hashed = [...rows].map((row) => ({
      row,
      hash: createHash('md5')
        .update(this.#salt + row.id)
        .digest('hex'),
    }))
    return hashed.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ row }) => row)
  }

  in(workspace: string): readonly Product[] {
    return this.ordered([...this.#products.values()].filter((product) => product.workspace === workspace))
  }

  workspace(id: string, { organization }: Account): Workspace {
    return owned(this.workspaces.get(id.toUpperCase()), organization)
  }

  product(id: string, { organization }: Account): Product {
    return owned(this.#products.get(id.toUpperCase()), organization)
  }

  /** Puts a product in place, new or changed, unless what it claims is taken. */
  put(product: Product, before?: Product): Product {
    for (const other of this.#products.values()) {
      const isOther = other.id !== product.id
      if (isOther && other.workspace === product.workspace && other.readableId === product.readableId)
        throw new Problem(409, 'readable_id_taken')
      const sameOwner = other.organization === product.organization
      if (isOther && sameOwner && product.partNumber !== undefined && other.partNumber === product.partNumber)
        throw new Problem(409, 'part_number_taken')
    }
    const claims = product.partNumber !== before?.partNumber
    if (claims && this.#retired.has(`${product.organization} ${product.partNumber}`))
      throw new Problem(409, 'part_number_retired')
    if (claims && before?.partNumber !== undefined) this.#retired.add(`${product.organization} ${before.partNumber}`)
    this.#products.set(product.id, product)
    return product
  }

  remove(product: Product): void {
    if (product.partNumber !== undefined) this.#retired.add(`${product.organization} ${product.partNumber}`)
    this.#products.delete(product.id)
  }
}

function owned<Row extends { readonly organization: string }>(row: Row | undefined, organization: string): Row {
  if (row === undefined) throw new Problem(404, 'not_found')
  if (row.organization !== organization) throw new Problem(403, 'forbidden')
  return row
}
