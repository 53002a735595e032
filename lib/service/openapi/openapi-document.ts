import packageFile from '../../../package.json' with { type: 'json' }
import { endpointIds, endpoints, type Endpoint, type EndpointId } from '../interface/endpoint.ts'
import { componentSchemas } from './component-schemas.ts'
import { headerComponents } from './headers.ts'
import { parametersOf, requestIdParameter, unnamedParameter } from './parameters.ts'
import { responseComponents } from './refusals.ts'
import { requestBodyOf } from './request-body.ts'
import { responsesOf } from './responses.ts'

interface Tag {
  readonly name: string
  readonly description: string
}

const tags: Readonly<Record<Endpoint['resource'], Tag>> = {
  workspace: { name: 'Workspaces', description: 'What the products of an organization are kept in.' },
  product: { name: 'Products', description: 'Products with their part numbers, their versions and their draft.' },
  item: { name: 'Items', description: 'The parts of a product, which hold its properties.' },
  property: { name: 'Properties', description: 'Values, formulas, texts, dates and statuses of an item.' },
  file: { name: 'Files', description: 'Files on items and on properties.' },
  'organization-user': { name: 'Organization users', description: 'Those who work in the organization of the key.' },
}

/** An OpenAPI 3.1 description of the interface, as plain data: what the contract shows, and marks where it shows nothing. */
export function openapiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Product Data Service: public interface',
      version: '1.0.0',
      description: [
        `Put together by ${packageFile.name} ${packageFile.version} from the schemas and the endpoint table that it tests by.`,
        'Where the contract is silent, `x-open` says what it does not show; fields beyond those described are lawful.',
      ].join('\n\n'),
      contact: { name: packageFile.name, url: packageFile.homepage },
      license: { name: packageFile.license, identifier: packageFile.license },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Origin of a deployment, and any prefix before /v1/public.',
        variables: { base_url: { default: 'http://localhost' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: Object.values(tags),
    paths: pathsOf(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'API Key',
          description: 'A REST API key of an organization; it begins with `svc_api_`.',
        },
      },
      schemas: componentSchemas(),
      parameters: { RequestId: requestIdParameter },
      headers: headerComponents,
      responses: responseComponents(),
    },
  }
}

function pathsOf(): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const byPath = Map.groupBy(endpointIds, (id) => shownPath(id))
  return Object.fromEntries(
    [...byPath].map(([path, ids]) => [
      path,
      Object.fromEntries(ids.map((id) => [endpoints[id].method.toLowerCase(), operationOf(id)])),
    ]),
  )
}

/** Templates that differ in a parameter's name only are one path to OpenAPI: a parameter that has several names is `id`. */
function shownPath(id: EndpointId): string {
  const { path } = endpoints[id]
  const isShared = endpointIds.some(
    (other) => endpoints[other].path !== path && nameless(endpoints[other].path) === nameless(path),
  )
  return isShared ? nameless(path) : path
}

function nameless(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{id}')
}

function operationOf(id: EndpointId): object {
  const endpoint: Endpoint = endpoints[id]
  const requestBody = requestBodyOf(endpoint)
  const summary = summaryOf(id)
  return {
    operationId: id,
    summary,
    description: `${summary}.`,
    tags: [tags[endpoint.resource].name],
    ...openTo(id, endpoint),
    parameters: parametersOf(endpoint, shownPath(id)),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(id, endpoint),
  }
}

function openTo(id: EndpointId, { documented }: Endpoint): object {
  if (documented === 'name')
    return {
      description: 'Known by its name: parameters, bodies and statuses are open beyond what is shown here.',
      'x-known-by-name-only': true,
      'x-open': 'parameters, bodies and statuses beyond what is shown here',
    }
  const parameter = unnamedParameter(id)
  return parameter === undefined ? {} : { 'x-open': `the contract does not name ${parameter}` }
}

/** `createItemsInBulk` reads "Create items in bulk". */
function summaryOf(id: EndpointId): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
