import { endpoints, type Endpoint, type EndpointId } from '../../service/interface/endpoint.ts'
import { isRequirementId, type RequirementId } from '../../contract/requirement.ts'
import type { FlatSchema } from '../flat-schema.ts'

/** What an endpoint is for, and its status of success. */
export const ofEndpoint: Readonly<Record<EndpointId, RequirementId>> = {
  listWorkspaces: 'WS-01',
  getWorkspace: 'WS-03',
  listProducts: 'PROD-35',
  createProduct: 'PROD-17',
  getProduct: 'PROD-19',
  updateProduct: 'PROD-41',
  deleteProduct: 'PROD-52',
  listItems: 'ITEM-01',
  createItem: 'ITEM-03',
  getItem: 'ITEM-05',
  updateItem: 'ITEM-06',
  deleteItem: 'ITEM-07',
  createItemsInBulk: 'BULK-01',
  listProperties: 'PROP-19',
  createProperty: 'PROP-29',
  getProperty: 'PROP-26',
  updateProperty: 'PROP-32',
  deleteProperty: 'PROP-34',
  createPropertiesInBulk: 'BULK-02',
  listFiles: 'FILE-10',
  getFile: 'FILE-09',
  updateFile: 'FILE-14',
  uploadFile: 'UP-01',
  downloadFile: 'DL-01',
  listOrganizationUsers: 'USER-01',
}

/** The requirements of a field or parameter: of its presence, and, if different, of its parts. */
interface OfField {
  readonly presence: RequirementId
  /** That a request may leave it out, or has to have it. */
  readonly required?: RequirementId
  readonly type?: RequirementId
  readonly null?: RequirementId
  readonly minimum?: RequirementId
  readonly maximum?: RequirementId
  readonly default?: RequirementId
  readonly pattern?: RequirementId
}

const limit: OfField = {
  presence: 'PAGE-05',
  required: 'PAGE-04',
  type: 'PAGE-10',
  minimum: 'PAGE-07',
  maximum: 'PAGE-08',
  default: 'PAGE-04',
}
const offset: OfField = {
  presence: 'PAGE-15',
  required: 'PAGE-11',
  type: 'PAGE-13',
  minimum: 'PAGE-12',
  default: 'PAGE-11',
}
const version: OfField = { presence: 'VER-02', required: 'VER-01', type: 'VER-05' }

const parameters: { readonly [Id in EndpointId]?: Readonly<Record<string, OfField>> } = {
  listProducts: { q: { presence: 'PROD-36' } },
  listProperties: {
    version,
    includeDeleted: { presence: 'PROP-24', required: 'PROP-23', type: 'PROP-25', default: 'PROP-23' },
    type: { presence: 'PROP-20', type: 'PROP-22' },
  },
  getProperty: { version, type: { presence: 'PROP-28', required: 'PROP-27', type: 'PROP-22' } },
  downloadFile: {
    product_id: { presence: 'DL-06', required: 'DL-05' },
    version: { presence: 'DL-06', required: 'DL-05', type: 'DL-09' },
    format: { presence: 'DL-10', required: 'DL-13' },
  },
}

const numbered: OfField = { presence: 'ITEM-04', required: 'ITEM-04' }

const fields: { readonly [Id in EndpointId]?: Readonly<Record<string, OfField>> } = {
  createProduct: {
    workspace_id: { presence: 'PROD-21' },
    name: { presence: 'PROD-22', minimum: 'PROD-24' },
    readable_id: { presence: 'PROD-23', minimum: 'PROD-25', pattern: 'PROD-26' },
    description: { presence: 'PROD-18', required: 'PROD-33' },
    part_number: { presence: 'PN-01', required: 'PROD-33' },
  },
  updateProduct: {
    name: { presence: 'PROD-42', minimum: 'PROD-43' },
    readable_id: { presence: 'PROD-42', minimum: 'PROD-44', pattern: 'PROD-44' },
    description: { presence: 'PROD-42' },
    part_number: { presence: 'PN-02', required: 'PROD-42', null: 'PN-03' },
    baseline_version_number: { presence: 'PROD-48', required: 'PROD-42', minimum: 'PROD-46', type: 'PROD-46' },
  },
  createItem: { description: numbered, part_number: numbered },
  updateItem: { description: { presence: 'ITEM-06' }, part_number: { presence: 'ITEM-06' } },
  updateProperty: { description: { presence: 'PROP-32' }, reason: { presence: 'PROP-32' } },
  updateFile: {
    userTitle: { presence: 'FILE-14', required: 'FILE-17', type: 'FILE-18' },
    description: { presence: 'FILE-15', required: 'FILE-17', type: 'FILE-18' },
  },
  uploadFile: {
    file: { presence: 'UP-05' },
    userTitle: { presence: 'UP-08', required: 'UP-07' },
    allow_duplicate: { presence: 'UP-13', required: 'UP-14', type: 'UP-15' },
  },
}

/** The requirements of a query parameter that the contract names. */
export function ofParameter(id: EndpointId, name: string): OfField {
  return (
    (name === 'limit' ? limit : name === 'offset' ? offset : parameters[id]?.[name]) ?? { presence: ofEndpoint[id] }
  )
}

/** The requirements of a field of a request; `undefined` if the contract leaves the body open. */
export function ofBodyField(id: EndpointId, name: string): OfField | undefined {
  return fields[id]?.[name]
}

/** The requirement of a rejection with a status; `undefined` if the contract does not define it for the endpoint. */
export function ofRefusal(id: EndpointId, status: number): RequirementId | undefined {
  const { list, body, documented }: Endpoint = endpoints[id]
  if (status === 422) return list === true ? 'PAGE-08' : body && documented === 'fully' ? 'ERR-03' : undefined
  return everywhere[status] ?? refusals[status]?.[id]
}

const everywhere: Readonly<Record<number, RequirementId>> = { 401: 'AUTH-02', 429: 'RATE-02' }

const refusals: Readonly<Record<number, { readonly [Id in EndpointId]?: RequirementId }>> = {
  400: { uploadFile: 'UP-05' },
  403: {
    getWorkspace: 'AUTH-10',
    listProducts: 'AUTH-21',
    createProduct: 'AUTH-20',
    getProduct: 'AUTH-11',
    updateProduct: 'AUTH-12',
    deleteProduct: 'AUTH-12',
    createItem: 'AUTH-22',
    createItemsInBulk: 'AUTH-22',
    getItem: 'AUTH-13',
    updateItem: 'AUTH-14',
    deleteItem: 'AUTH-14',
    listProperties: 'AUTH-21',
    createProperty: 'AUTH-22',
    createPropertiesInBulk: 'AUTH-22',
    getProperty: 'AUTH-15',
    updateProperty: 'AUTH-16',
    deleteProperty: 'AUTH-16',
    getFile: 'AUTH-17',
    updateFile: 'AUTH-18',
    downloadFile: 'AUTH-19',
    uploadFile: 'UP-17',
  },
  404: {
    getWorkspace: 'ERR-06',
    getProduct: 'ERR-07',
    updateProduct: 'ERR-07',
    deleteProduct: 'ERR-07',
    getItem: 'ERR-08',
    updateItem: 'ERR-08',
    deleteItem: 'ERR-08',
    getProperty: 'ERR-09',
    updateProperty: 'ERR-09',
    deleteProperty: 'ERR-09',
    getFile: 'ERR-10',
    updateFile: 'ERR-10',
    downloadFile: 'ERR-10',
    uploadFile: 'UP-16',
  },
  409: { createProduct: 'PN-07', updateProduct: 'PN-08', uploadFile: 'UP-09' },
}

/** The first requirement that a schema of the contract names. */
export function requirementIn({ rest }: FlatSchema, key = 'x-requirement'): RequirementId | undefined {
  const named: unknown = [rest[key]].flat()[0]
  return typeof named === 'string' && isRequirementId(named) ? named : undefined
}
