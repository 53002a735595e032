import { type Endpoint, type EndpointId, endpointIds, endpoints } from './endpoint.ts'
import { type EndpointGroup, type RequirementId, requirements } from '../../contract/requirement.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'

/** The requirements that judge an endpoint's answers, or its rejections, by the schemas. */
const statedAt: ReadonlyMap<EndpointId, ReadonlySet<RequirementId>> = new Map(
  endpointIds.map((id) => [id, new Set(schemasAt(id).flatMap((schema) => requirementsOf(statedShape(schema))))]),
)

const casesById: ReadonlyMap<RequirementId, readonly EndpointId[]> = new Map(
  [...requirements.values()].map(({ id, cases }) => [
    id,
    endpointIds.filter((endpoint) =>
      cases === undefined ? statedAt.get(endpoint)?.has(id) === true : isIn(cases, endpoint),
    ),
  ]),
)

/** The endpoints whose answers a requirement judges, by its schemas or its row: cases without a check of their own. */
export function endpointCasesOf(id: RequirementId): readonly EndpointId[] {
  return casesById.get(id) ?? []
}

function schemasAt(id: EndpointId): readonly string[] {
  const { success, errors }: Endpoint = endpoints[id]
  return [
    'responses/headers.json',
    'resources/error.json',
    ...(errors.includes(422) ? ['resources/validation-details.json'] : []),
    ...(success.schema !== undefined && isShown(id) ? [success.schema] : []),
  ]
}

/** Whether the contract defines the whole success: if it only names the endpoint, a write may return very little. */
function isShown(id: EndpointId): boolean {
  const { documented, method } = endpoints[id]
  return documented === 'fully' || method === 'GET'
}

function isIn(group: EndpointGroup, id: EndpointId): boolean {
  const { success, resource, method, query, body }: Endpoint = endpoints[id]
  switch (group) {
    case 'every endpoint':
      return true
    case 'with query or body':
      return query !== undefined || body !== undefined
    case 'products':
      return resource === 'product' && success.schema !== undefined
    case 'reads of products':
      return resource === 'product' && method === 'GET'
    case 'properties':
      return resource === 'property' && success.schema !== undefined && isShown(id)
    case 'creations':
      return id === 'createProduct' || id === 'createItem' || id === 'createProperty'
  }
}
