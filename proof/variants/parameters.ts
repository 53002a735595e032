import type { RequestChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests, requestsOf } from '../changes/requests.ts'
import { allowDuplicateOf } from '../../reference/service/files/upload-form.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { parameterNamed } from './names.ts'
import { requiresParameter } from './requires-parameter.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in the query parameters of lists: their names, which are required, how they are read. */
export const parameterVariants = defineVariants({
  'workspace-parameter-in-camel-case': {
    title: 'accepts workspaceId for workspace_id in the product list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROD-60', 'PROD-35'],
    changes: parameterNamed('GET /products', { workspace_id: 'workspaceId' }),
  },
  'workspace-parameter-is-workspace': {
    title: 'accepts workspace for the workspace in the product list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROD-60', 'PROD-35'],
    changes: parameterNamed('GET /products', { workspace_id: 'workspace' }),
  },
  'workspace-parameter-is-ws-uuid': {
    title: 'accepts ws_uuid for the workspace in the product list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROD-60', 'PROD-35'],
    target: { dialect: { workspaceParameter: 'ws_uuid' } },
    changes: parameterNamed('GET /products', { workspace_id: 'ws_uuid' }),
  },
  'workspace-parameter-is-ws': {
    title: 'accepts ws for the workspace in the product list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROD-60', 'PROD-35'],
    without: ['workspace-parameter-is-required', 'unknown-query-parameters-are-refused'],
    changes: parameterNamed('GET /products', { workspace_id: 'ws' }),
  },
  'item-parameter-in-camel-case': {
    title: 'accepts itemId for the item in the property list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROP-19'],
    changes: parameterNamed('GET /properties', { item_id: 'itemId' }),
  },
  'item-parameter-is-item': {
    title: 'accepts item for the item in the property list',
    latitude: 'the contract does not define the name of this parameter',
    touches: ['PROP-19'],
    changes: parameterNamed('GET /properties', { item_id: 'item' }),
  },
  'product-parameter-in-camel-case': {
    title: 'accepts productId for the product in the item list',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['ITEM-14', 'ITEM-13'],
    changes: parameterNamed('GET /items', { product_id: 'productId' }),
  },
  'items-have-no-product-parameter': {
    title: 'lists the items of the organization, whatever product is given',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['ITEM-14', 'ITEM-13'],
    without: ['unknown-query-parameters-are-refused'],
    changes: [
      requestsOf(['GET /items'], ({ query: { product_id: _ignored, ...query }, ...sent }) => ({ ...sent, query })),
    ],
  },
  'empty-parameters-count-as-left-out': {
    title: 'treats an empty query parameter as absent',
    latitude: 'the contract does not say how an empty parameter is read',
    touches: ['PAGE-10', 'PAGE-13', 'PROP-25', 'VER-05'],
    without: ['empty-search-is-refused'],
    changes: [
      requests(({ query, ...sent }) => ({
        ...sent,
        query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
      })),
    ],
  },
  'integers-may-have-a-sign-and-spaces': {
    title: 'accepts a plus sign, surrounding spaces and leading zeros in page numbers',
    latitude: 'the contract does not say how an integer is written',
    touches: ['PAGE-10', 'PAGE-13'],
    changes: [parametersRead(['limit', 'offset'], (value) => /^\s*\+?0*(\d+)\s*$/u.exec(value)?.[1] ?? value)],
  },
  'booleans-may-be-yes-or-1': {
    title: 'accepts yes, on and 1 as true and no, off and 0 as false in queries and forms',
    latitude: 'the contract does not say how a boolean is written',
    touches: ['PROP-25', 'UP-15'],
    changes: [
      parametersRead(['includeDeleted'], truthOf),
      replace(allowDuplicateOf, (sound) => (deployment, text) => sound(deployment, text && truthOf(text))),
    ],
  },
  'empty-search-is-refused': {
    title: 'answers an empty q with 422',
    latitude: 'the contract does not say what an empty q means',
    touches: ['PROD-62'],
    changes: [
      requestsOf(['GET /products'], (sent) => {
        if (sent.query['q'] !== '') return sent
        const msg = 'Input should have at least 1 character'
        throw validationError({ loc: ['query', 'q'], msg, type: 'string_too_short' })
      }),
    ],
  },
  'workspace-parameter-is-required': {
    title: 'lists products only for a given workspace',
    latitude: 'the contract does not say whether the parameter is required',
    touches: ['PROD-60'],
    changes: [requiresParameter('GET /products', 'workspace_id')],
  },
  'item-parameter-is-required': {
    title: 'lists properties only for a given item',
    latitude: 'the contract does not say whether the parameter is required',
    touches: ['PROP-19'],
    changes: [requiresParameter('GET /properties', 'item_id')],
  },
  'item-parameter-is-missed-by-its-field': {
    title: 'lists properties only for a given itemId, and names the field item_id when it is missing',
    latitude: 'the contract does not define the name of this parameter, or how an error names it',
    touches: ['PROP-19', 'PROP-23', 'PROP-24'],
    without: ['item-parameter-in-camel-case', 'item-parameter-is-item', 'item-parameter-is-required'],
    changes: [
      requestsOf(['GET /properties'], ({ query: { item_id: _field, itemId, ...query }, ...sent }) => {
        if (itemId !== undefined) return { ...sent, query: { ...query, item_id: itemId } }
        throw validationError({ loc: ['query', 'item_id'], msg: 'Field required', type: 'missing' })
      }),
    ],
  },
  'product-parameter-is-required': {
    title: 'lists items only for a given product',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['ITEM-01', 'ITEM-13'],
    without: ['items-have-no-product-parameter'],
    changes: [requiresParameter('GET /items', 'product_id')],
  },
  'items-are-listed-by-workspace': {
    title: 'lists items only for a given workspace',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['ITEM-14', 'ITEM-13'],
    without: ['unknown-query-parameters-are-refused'],
    changes: [requiresParameter('GET /items', 'workspace_id')],
  },
  'files-are-listed-by-workspace': {
    title: 'lists files only for a given workspace',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['FILE-13', 'FILE-21'],
    without: ['unknown-query-parameters-are-refused'],
    changes: [requiresParameter('GET /files', 'workspace_id')],
  },
  'files-are-listed-by-product': {
    title: 'lists files only for a given product',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['FILE-13', 'FILE-21'],
    without: ['unknown-query-parameters-are-refused'],
    changes: [requiresParameter('GET /files', 'product_id')],
  },
  'files-are-listed-by-item': {
    title: 'lists files only for a given item, without those of its properties',
    latitude: 'the contract does not define the parameters of this list',
    touches: ['FILE-13', 'FILE-21'],
    without: ['unknown-query-parameters-are-refused'],
    changes: [
      requiresParameter('GET /files', 'item_id'),
      replace(
        listPage,
        (sound) => (deployment, request, selection) =>
          sound(deployment, request, {
            ...selection,
            sql: selection.sql.replace('OR properties.item_id = ?', 'AND ? IS NOT NULL'),
          }),
      ),
    ],
  },
})

/** Some parameters of every list are read less strictly than they could be. */
function parametersRead(names: readonly string[], read: (value: string) => string): RequestChange {
  return requests(({ query, ...sent }) => ({
    ...sent,
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        names.includes(name) && typeof value === 'string' ? read(value) : value,
      ]),
    ),
  }))
}

const yes: ReadonlySet<string> = new Set(['1', 'yes', 'on', 'y', 't', 'true'])
const no: ReadonlySet<string> = new Set(['0', 'no', 'off', 'n', 'f', 'false'])

function truthOf(text: string): string {
  if (yes.has(text.toLowerCase())) return 'true'
  return no.has(text.toLowerCase()) ? 'false' : text
}
