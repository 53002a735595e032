import { test } from 'vitest'
import { expectValuesFound, type HostileRow } from './expect-values-found.ts'

const rows: readonly HostileRow[] = [
  { names: ['id'], requirement: 'GEN-02' },
  { names: ['readable_id'], requirement: 'PROD-02' },
  { names: ['name'], requirement: 'PROD-04' },
  { names: ['part_number', 'partNumber'], requirement: 'PROD-07' },
  { names: ['title', 'description', 'originalFileName', 'userTitle'] },
  { names: ['owner', 'userName', 'createdBy', 'updatedBy', 'uploadedBy'] },
  { names: ['workspace_id'] },
  { names: ['item_id'], requirement: 'PROP-04' },
  { names: ['product_id', 'productId'] },
  { names: ['target_id', 'targetId'] },
  { names: ['file_link_id', 'fileLinkId'] },
  { names: ['draft_item_id', 'draft_property_id'] },
  { fields: ['type'], requirement: 'PROP-03' },
  { fields: ['target_type', 'targetType', 'property_type', 'propertyType'] },
  { fields: ['value'], requirement: 'PROP-10' },
  { fields: ['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'] },
  { fields: ['status', 'deleted', 'page', 'size_bytes', 'content_type', 'display_unit'] },
  { fields: ['references', 'used_in', 'items'] },
  { fields: ['count', 'total'] },
  { fields: ['baseline_version_number', 'version', 'versions'] },
  { fields: ['error'] },
  { fields: ['message'] },
  { fields: ['details', 'errors'] },
  { fields: ['loc'] },
  { headers: ['x-request-id'], requirement: 'HDR-03' },
  {
    headers: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'],
    requirement: 'HDR-06',
  },
  { headers: ['date'] },
  { headers: ['content-type'], requirement: 'GEN-01' },
  { headers: ['content-disposition'] },
]

test.concurrent.each(rows)('hostile values of %j put no check out of step', (row) => expectValuesFound(row))
