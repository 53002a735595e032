import type { Exchange } from '../../client/exchange.ts'

/** A product that this run made. */
export interface MadeProduct {
  readonly id: string
  readonly workspaceId: string
  readonly body: ProductBody
  /** The creation, answered with 201: the control request of a refused creation. */
  readonly exchange: Exchange
}

/** A valid body of a product creation. */
export interface ProductBody {
  readonly workspace_id: string
  readonly name: string
  readonly readable_id: string
  readonly description?: string
  readonly part_number?: string
}
