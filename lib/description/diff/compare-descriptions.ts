import { endpointIds, endpoints, type EndpointId } from '../../service/interface/endpoint.ts'
import { openapiDocument } from '../../service/openapi/openapi-document.ts'
import { describedBy, type Description } from '../read-description.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareRequestBody } from './compare-request-body.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import { grouped, type Difference, type GroupedDifference, type Local } from './difference.ts'
import { ofEndpoint } from './requirements-of.ts'

/** Where a description differs from the contract, for which the suite's own description is used. */
export async function compareDescriptions(description: Description): Promise<readonly GroupedDifference[]> {
  const contract = await describedBy('the contract', JSON.stringify(openapiDocument()))
  const differences = endpointIds.flatMap((id) => {
    const place = placeOf(id)
    const [ours, theirs] = [contract.operations.get(id), description.operations.get(id)]
    if (!ours) return []
    if (!theirs) return [{ ...missing(id), place }]
    const compared = { id, contract: ours, described: theirs }
    return [
      ...compareParameters(compared),
      ...compareRequestBody(compared),
      ...compareResponses(compared),
      ...compareSecurity(compared, description.document),
    ].map((local) => ({ ...local, place }))
  })
  const more = description.others.map((place): Difference => {
    return { kind: 'more', what: 'endpoint', expected: 'not in the contract', described: 'present', place }
  })
  return grouped([...differences, ...more])
}

function missing(id: EndpointId): Local {
  const requirement = ofEndpoint[id]
  return { kind: 'less', requirement, what: 'endpoint', expected: 'present', described: 'missing' }
}

/** `GET /v1/public/products`. */
function placeOf(id: EndpointId): string {
  const { method, path } = endpoints[id]
  return `${method} ${path}`
}
