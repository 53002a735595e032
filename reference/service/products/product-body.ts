import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { documentedBody } from '../http/body.ts'
import { rule } from '../rule.ts'

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

const productCreation = documentedBody<ProductCreation>('product-create')
const productUpdate = documentedBody<ProductUpdate>('product-update')

/** The body of a creation; 422 if a required field is missing or any field breaks its rule. */
export const readCreation = rule((_: Deployment, request: FastifyRequest): ProductCreation =>
  productCreation.read(request),
)

/** The body of an update, in which every field is optional; 422 if one breaks its rule. */
export const readUpdate = rule((_: Deployment, request: FastifyRequest): ProductUpdate => productUpdate.read(request))
