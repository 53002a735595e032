/** Lawful resources, to be changed in one place at a time. */
export const uuid = '0b9f5a44-2c6e-4a53-9a60-1f2f3c4d5e6f'
export const otherUuid = '7D0E0C5B-93BE-4F0A-8DE1-AA11BB22CC33'

const user = { id: 'u1', userName: 'Ada', imageUrl: null }

export const workspace = { id: uuid, name: 'Rockets', readable_id: 'rockets' }

export const product = {
  id: uuid,
  readable_id: 'engine_1',
  workspace_id: otherUuid,
  name: 'Engine',
  description: 'burns',
  part_number: 'PN-1',
  baseline_version_number: 1,
  archived: false,
  status: { id: 's1', name: 'Open', color: '#00ff7F', groupKey: 'open' },
  excludedStatusIds: ['s2'],
  owner: null,
  createdBy: user,
  updatedBy: user,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-01T10:00:00.123456789+02:00',
}

export const property = {
  id: uuid,
  readable_id: 'mass',
  name: 'Mass',
  type: 'numeric',
  value: 1.5,
  category: 'mass',
  display_unit: 'kg',
  item_id: otherUuid,
  deleted: false,
  references: [{ file_link_id: 'l1', page: 3, item_document_id: null }],
  createdBy: user,
  updatedBy: user,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-01T10:00:00Z',
}

export const file = {
  id: uuid,
  name: 'plan.pdf',
  originalFileName: 'plan.pdf',
  deleted: false,
  userTitle: 'Plan',
  content_type: 'application/pdf',
  description: null,
  size_bytes: 12,
  uploadedAt: '2026-01-01T10:00:00Z',
  uploadedBy: user,
  used_in: [
    { file_link_id: 'l1', product_id: uuid, target_type: 'item', target_id: otherUuid, property_type: null },
    { file_link_id: 'l2', product_id: uuid, target_type: 'property', target_id: otherUuid, property_type: 'text' },
  ],
}

export const item = { id: uuid, description: 'a part', part_number: 'PN-2' }
