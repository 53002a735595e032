import { test } from 'vitest'
import { expectValuesFound, type HostileRow } from './expect-values-found.ts'

const rows: readonly HostileRow[] = [
  { names: ['id'], requirement: 'GEN-02' },
  { names: ['readable_id'], requirement: 'PROD-02' },
  { names: ['name'], requirement: 'PROD-04' },
  { names: ['part_number', 'partNumber'], requirement: 'PROD-07' },
  { fields: ['title', 'description', 'originalFileName', 'userTitle'], requirement: 'FILE-02' },
  { fields: ['owner', 'userName', 'createdBy', 'updatedBy', 'uploadedBy'], requirement: 'PROD-14' },
  { fields: ['workspace_id'], requirement: 'PROD-03' },
  { names: ['item_id'], requirement: 'PROP-04' },
  { names: ['product_id', 'productId'], requirement: 'FILE-06' },
  { names: ['target_id', 'targetId'], requirement: 'FILE-06' },
  { names: ['file_link_id', 'fileLinkId'], requirement: 'FILE-06' },
  { fields: ['draft_item_id', 'draft_property_id'], requirement: 'GEN-02' },
  { fields: ['type'], requirement: 'PROP-03' },
  { fields: ['target_type', 'targetType', 'property_type', 'propertyType'], requirement: 'FILE-08' },
  { fields: ['value'], requirement: 'PROP-10' },
  { fields: ['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'], requirement: 'GEN-03' },
  { fields: ['status', 'deleted', 'page', 'size_bytes', 'content_type', 'display_unit'], requirement: 'PROD-10' },
  { fields: ['references', 'used_in', 'items'], requirement: 'PAGE-01' },
  { fields: ['count', 'total'], requirement: 'PAGE-02' },
  { fields: ['baseline_version_number', 'version', 'versions'], requirement: 'PROD-08' },
  { fields: ['error'], requirement: 'ERR-01' },
  { fields: ['message'], requirement: 'ERR-01' },
  { fields: ['details', 'errors'], requirement: 'ERR-02' },
  { fields: ['loc'], requirement: 'ERR-04' },
  { headers: ['x-request-id'], requirement: 'HDR-03' },
  {
    headers: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'],
    requirement: 'HDR-06',
  },
  // The contract says nothing of it.
  { headers: ['date'] },
  { headers: ['content-type'], requirement: 'GEN-01' },
  { headers: ['content-disposition'], requirement: 'DL-02' },
]

test.concurrent.each(rows)('hostile values of %j put no check out of step', (row) => expectValuesFound(row))
