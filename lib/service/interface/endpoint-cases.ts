import { type Endpoint, type EndpointId, endpointIds, endpoints } from './endpoint.ts'
import { type EndpointGroup, type RequirementId, requirements } from '../../contract/requirement.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'

/** What an endpoint's answers, or its refusals, are held against: the requirements that the schemas name. */
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

/** The endpoints where a requirement is judged on every answer, by its schemas or by its row: cases that are no check of their own. */
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

/** Whether the contract shows all of a success: of what it knows by name only, a write may show as little as it likes. */
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
