import { endpointIds, endpoints, type EndpointId } from '../../service/interface/endpoint.ts'
import { openapiDocument } from '../../service/openapi/openapi-document.ts'
import { describedBy, type Description } from '../read-description.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareRequestBody } from './compare-request-body.ts'
import { compareResponses } from './compare-responses.ts'
import { grouped, type Difference, type GroupedDifference, type Local, type Compared } from './difference.ts'
import { ofEndpoint } from './requirements-of.ts'
import { isRecord } from '../../contract/is-record.ts'
import { partOf } from '../operations.ts'

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

/** Whether an endpoint requires a bearer key, and nothing else. */
function compareSecurity({ described }: Compared, document: Readonly<Record<string, unknown>>): readonly Local[] {
  const what = 'security scheme'
  const expected = 'http, bearer'
  const { security } = described
  const choices: readonly unknown[] = Array.isArray(security) ? security : []
  const names = choices.filter(isRecord).map((choice) => Object.keys(choice))
  if (names.length === 0) return [{ kind: 'less', requirement: 'AUTH-07', what, expected, described: 'none' }]
  const schemes = partOf(partOf(document, 'components'), 'securitySchemes')
  const texts = names.map((all) => all.map((name) => schemeText(partOf(schemes, name))).join(' and ') || 'none needed')
  const wrong = texts.filter((text) => text !== expected)
  if (wrong.length === 0) return []
  const requirement = texts.includes('none needed') ? 'AUTH-07' : texts.includes(expected) ? 'AUTH-06' : 'AUTH-01'
  return [{ kind: 'other', requirement, what, expected, described: texts.join(' or ') }]
}

function schemeText({ type, scheme, in: place, name }: Readonly<Record<string, unknown>>): string {
  const parts = [type, typeof scheme === 'string' ? scheme.toLowerCase() : undefined, place, name]
  return parts.filter((part) => typeof part === 'string').join(', ') || 'an undescribed scheme'
}
