import type { EndpointId } from '../service/interface/endpoint.ts'

/** What a target's own OpenAPI description says about names and forms that the contract leaves open, as plain data. */
export interface DescribedDialect {
  /** The file or URL that was read. */
  readonly source: string
  /** Query parameters of lists. */
  readonly parameters: { readonly [Id in EndpointId]?: readonly DescribedName[] }
  /** Bodies that its schemas accept, under `itemCreate`, `propertyCreate.numeric`, `itemBulk` and so on; most likely first. */
  readonly bodies: Readonly<Record<string, readonly unknown[]>>
  /** Statuses of success: `200`, `2XX` or `default`. */
  readonly successes: { readonly [Id in EndpointId]?: readonly string[] }
}

/** A parameter, and whether a request has to have it. */
export interface DescribedName {
  readonly name: string
  readonly required: boolean
}
