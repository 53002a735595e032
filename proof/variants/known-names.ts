type NamesByRoute = Readonly<Record<string, readonly string[]>>

/** The query parameters that the service knows, by route. */
export const queryParameters: NamesByRoute = {
  'GET /workspaces': ['limit', 'offset'],
  'GET /products': ['workspace_id', 'q', 'limit', 'offset'],
  'GET /items': ['product_id', 'limit', 'offset'],
  'GET /properties': ['item_id', 'version', 'includeDeleted', 'type', 'limit', 'offset'],
  'GET /properties/:property_id': ['version', 'type'],
  'GET /files': ['product_id', 'item_id', 'limit', 'offset'],
  'GET /files/:id/download': ['product_id', 'version', 'format'],
  'GET /organization/users': ['limit', 'offset'],
}

const ofProperties = ['type', 'name', 'value', 'category', 'display_unit', 'expression', 'description', 'references']

/** The body fields that the service knows, by route. */
export const bodyFields: NamesByRoute = {
  'POST /products': ['workspace_id', 'name', 'readable_id', 'description', 'part_number'],
  'PATCH /products/:product_id': ['name', 'description', 'part_number', 'readable_id', 'baseline_version_number'],
  'PATCH /files/:id': ['userTitle', 'description'],
  'POST /items': ['product_id', 'name', 'readable_id', 'description', 'part_number'],
  'PATCH /items/:item_id': ['name', 'description', 'part_number'],
  'POST /items/bulk': ['product_id', 'items'],
  'POST /properties': ['item_id', 'readable_id', ...ofProperties],
  'PATCH /properties/:property_id': ['reason', ...ofProperties],
  'POST /properties/bulk': ['item_id', 'properties'],
}
