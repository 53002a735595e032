import { documentedBody } from '../http/body.ts'

/** A product to be created. */
export interface ProductCreation {
  readonly workspace_id: string
  readonly name: string
  readonly readable_id: string
  readonly description?: string
  readonly part_number?: string
}

/** Changes to a product: what is not given stays. */
export interface ProductUpdate {
  readonly name?: string
  readonly description?: string
  readonly part_number?: string | null
  readonly readable_id?: string
  readonly baseline_version_number?: number
}

export const productCreation = documentedBody<ProductCreation>('product-create')
export const productUpdate = documentedBody<ProductUpdate>('product-update')
