import type { SchemaId } from './schema-id.ts'

/** The contract's statements about one endpoint, used by everything that knows endpoints. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From `/v1/public` on; path parameters in braces. */
  readonly path: `/v1/public/${string}`
  readonly query?: SchemaId
  readonly body?: { readonly schema: SchemaId; readonly contentType: 'application/json' | 'multipart/form-data' }
  /** `any2xx` if the contract does not show the status. */
  readonly success: {
    readonly status: readonly number[] | 'any2xx'
    readonly schema?: SchemaId
    readonly binary?: true
  }
  /** Error statuses of the contract for this endpoint, without 401, 403 and 429, which are possible everywhere. */
  readonly errors: readonly number[]
  readonly resource: 'workspace' | 'product' | 'property' | 'file' | 'item' | 'organization-user'
  readonly list?: true
  /** `name`: the contract knows the endpoint by name only. */
  readonly documented: 'fully' | 'name'
}

/** The endpoint table: 25 endpoints by their operation. */
export const endpoints = {
  listWorkspaces: {
    method: 'GET',
    path: '/v1/public/workspaces',
    query: 'requests/pagination-query.json',
    success: { status: [200], schema: 'responses/workspace-list.json' },
    errors: [422],
    resource: 'workspace',
    list: true,
    documented: 'fully',
  },
  getWorkspace: {
    method: 'GET',
    path: '/v1/public/workspaces/{workspace_id}',
    success: { status: [200], schema: 'resources/workspace.json' },
    errors: [404, 422],
    resource: 'workspace',
    documented: 'fully',
  },
  listProducts: {
    method: 'GET',
    path: '/v1/public/products',
    query: 'requests/product-list-query.json',
    success: { status: [200], schema: 'responses/product-list.json' },
    errors: [404, 422],
    resource: 'product',
    list: true,
    documented: 'fully',
  },
  createProduct: {
    method: 'POST',
    path: '/v1/public/products',
    body: { schema: 'requests/product-create.json', contentType: 'application/json' },
    success: { status: [201], schema: 'resources/product.json' },
    errors: [404, 409, 422],
    resource: 'product',
    documented: 'fully',
  },
  getProduct: {
    method: 'GET',
    path: '/v1/public/products/{product_id}',
    success: { status: [200], schema: 'resources/product.json' },
    errors: [404, 422],
    resource: 'product',
    documented: 'fully',
  },
  updateProduct: {
    method: 'PATCH',
    path: '/v1/public/products/{product_id}',
    body: { schema: 'requests/product-update.json', contentType: 'application/json' },
    success: { status: [200], schema: 'resources/product.json' },
    errors: [404, 409, 422],
    resource: 'product',
    documented: 'fully',
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/v1/public/products/{product_id}',
    success: { status: 'any2xx' },
    errors: [404, 422],
    resource: 'product',
    documented: 'fully',
  },
  listItems: {
    method: 'GET',
    path: '/v1/public/items',
    query: 'requests/pagination-query.json',
    success: { status: [200], schema: 'responses/item-list.json' },
    errors: [404, 422],
    resource: 'item',
    list: true,
    documented: 'name',
  },
  createItem: {
    method: 'POST',
    path: '/v1/public/items',
    body: { schema: 'requests/item-create.json', contentType: 'application/json' },
    success: { status: [201], schema: 'resources/item.json' },
    errors: [404, 409, 422],
    resource: 'item',
    documented: 'name',
  },
  getItem: {
    method: 'GET',
    path: '/v1/public/items/{item_id}',
    success: { status: [200], schema: 'resources/item.json' },
    errors: [404, 422],
    resource: 'item',
    documented: 'name',
  },
  updateItem: {
    method: 'PATCH',
    path: '/v1/public/items/{item_id}',
    body: { schema: 'requests/item-update.json', contentType: 'application/json' },
    success: { status: 'any2xx', schema: 'resources/item.json' },
    errors: [404, 409, 422],
    resource: 'item',
    documented: 'name',
  },
  deleteItem: {
    method: 'DELETE',
    path: '/v1/public/items/{item_id}',
    success: { status: 'any2xx' },
    errors: [404, 422],
    resource: 'item',
    documented: 'name',
  },
  createItemsInBulk: {
    method: 'POST',
    path: '/v1/public/items/bulk',
    body: { schema: 'requests/item-bulk.json', contentType: 'application/json' },
    success: { status: 'any2xx' },
    errors: [404, 409, 422],
    resource: 'item',
    documented: 'name',
  },
  listProperties: {
    method: 'GET',
    path: '/v1/public/properties',
    query: 'requests/property-list-query.json',
    success: { status: [200], schema: 'responses/property-list.json' },
    errors: [404, 422],
    resource: 'property',
    list: true,
    documented: 'fully',
  },
  createProperty: {
    method: 'POST',
    path: '/v1/public/properties',
    body: { schema: 'requests/property-create.json', contentType: 'application/json' },
    success: { status: [201], schema: 'resources/property.json' },
    errors: [404, 409, 422],
    resource: 'property',
    documented: 'name',
  },
  getProperty: {
    method: 'GET',
    path: '/v1/public/properties/{property_id}',
    query: 'requests/property-query.json',
    success: { status: [200], schema: 'resources/property.json' },
    errors: [404, 422],
    resource: 'property',
    documented: 'fully',
  },
  updateProperty: {
    method: 'PATCH',
    path: '/v1/public/properties/{property_id}',
    body: { schema: 'requests/property-update.json', contentType: 'application/json' },
    success: { status: 'any2xx', schema: 'resources/property.json' },
    errors: [404, 409, 422],
    resource: 'property',
    documented: 'name',
  },
  deleteProperty: {
    method: 'DELETE',
    path: '/v1/public/properties/{property_id}',
    success: { status: 'any2xx' },
    errors: [404, 422],
    resource: 'property',
    documented: 'name',
  },
  createPropertiesInBulk: {
    method: 'POST',
    path: '/v1/public/properties/bulk',
    body: { schema: 'requests/property-bulk.json', contentType: 'application/json' },
    success: { status: 'any2xx' },
    errors: [404, 409, 422],
    resource: 'property',
    documented: 'name',
  },
  listFiles: {
    method: 'GET',
    path: '/v1/public/files',
    query: 'requests/pagination-query.json',
    success: { status: [200], schema: 'responses/file-list.json' },
    errors: [404, 422],
    resource: 'file',
    list: true,
    documented: 'name',
  },
  getFile: {
    method: 'GET',
    path: '/v1/public/files/{file_id}',
    success: { status: [200], schema: 'resources/file.json' },
    errors: [404, 422],
    resource: 'file',
    documented: 'fully',
  },
  updateFile: {
    method: 'PATCH',
    path: '/v1/public/files/{file_id}',
    body: { schema: 'requests/file-update.json', contentType: 'application/json' },
    success: { status: [200], schema: 'resources/file.json' },
    errors: [404, 422],
    resource: 'file',
    documented: 'fully',
  },
  uploadFile: {
    method: 'POST',
    path: '/v1/public/files/{target_id}',
    body: { schema: 'requests/file-upload-fields.json', contentType: 'multipart/form-data' },
    success: { status: [201], schema: 'resources/file.json' },
    errors: [400, 404, 409, 422],
    resource: 'file',
    documented: 'fully',
  },
  downloadFile: {
    method: 'GET',
    path: '/v1/public/files/{file_id}/download',
    query: 'requests/download-query.json',
    success: { status: [200], binary: true },
    errors: [404, 422],
    resource: 'file',
    documented: 'fully',
  },
  listOrganizationUsers: {
    method: 'GET',
    path: '/v1/public/organization/users',
    query: 'requests/pagination-query.json',
    success: { status: [200], schema: 'responses/organization-user-list.json' },
    errors: [422],
    resource: 'organization-user',
    list: true,
    documented: 'name',
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The operation name of an endpoint. */
export type EndpointId = keyof typeof endpoints

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** The path parameters of a path template, each a text. */
export type PathParameters<Path extends string> = { readonly [Name in ParameterOf<Path>]: string }

/** The operations of the endpoint table, in its order. */
export const endpointIds: readonly EndpointId[] = Object.keys(endpoints).filter((name): name is EndpointId =>
  Object.hasOwn(endpoints, name),
)
