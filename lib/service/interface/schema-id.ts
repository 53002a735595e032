type Resource =
  | 'error'
  | 'file'
  | 'file-usage'
  | 'item'
  | 'product'
  | 'product-status'
  | 'property'
  | 'public-user'
  | 'reference'
  | 'timestamp'
  | 'validation-details'
  | 'validation-error'
  | 'workspace'

type Request =
  | 'download-query'
  | 'file-update'
  | 'file-upload-fields'
  | 'item-bulk'
  | 'item-create'
  | 'item-update'
  | 'pagination-query'
  | 'product-create'
  | 'product-list-query'
  | 'product-update'
  | 'property-bulk'
  | 'property-create'
  | 'property-list-query'
  | 'property-query'
  | 'property-update'

type Response = `${'file' | 'item' | 'organization-user' | 'product' | 'property' | 'workspace'}-list` | 'headers'

type Format =
  | 'comparison'
  | 'conformance-report'
  | 'description-diff'
  | 'deviations'
  | 'ledger-header'
  | 'ledger-line'
  | 'manifest'
  | 'run-event'
  | 'schema-cases'
  | 'shard-journal'
  | 'target'

/** A schema by its place under `schemas/`. */
export type SchemaId =
  | `resources/${Resource}.json`
  | `requests/${Request}.json`
  | `responses/${Response}.json`
  | `formats/${Format}.json`
