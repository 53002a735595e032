import { endpointIds, endpoints, type EndpointId } from '../../service/interface/endpoint.ts'
import { openapiDocument } from '../../service/openapi/openapi-document.ts'
import { describedBy, type Description } from '../read-description.ts'
import { compareRequestBody } from './compare-request-body.ts'
import { compareResponses } from './compare-responses.ts'
import { grouped, type Difference, type GroupedDifference, type Local, type Compared } from './difference.ts'
import { ofEndpoint, ofParameter } from './requirements-of.ts'
import { isRecord } from '../../contract/is-record.ts'
import { partOf, type DescribedParameter } from '../operations.ts'
import { roleOf, type Role } from '../../service/dialect/role.ts'
import { flatSchema, unionOf } from '../flat-schema.ts'
import { compareValues } from './compare-values.ts'

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

/** The filter of a list, with a name that the contract does not define. */
const unnamed: { readonly [Id in EndpointId]?: Role } = { listProducts: 'workspace', listProperties: 'item' }

/** Where the parameters of an endpoint differ. */
function compareParameters({ id, contract, described }: Compared): readonly Local[] {
  const wanted = contract.parameters.filter((parameter) => parameter.in === 'query')
  const given = described.parameters.filter((parameter) => parameter.in === 'query')
  return [
    ...wanted.flatMap((parameter) => compareOne(id, parameter, given)),
    ...given.filter(({ name }) => !wanted.some((known) => known.name === name)).map((more) => another(id, more)),
    ...unnamedMissing(id, given),
    ...described.parameters.filter((parameter) => isHeaderAsked(parameter)).map((header) => headerAsked(id, header)),
  ]
}

function compareOne(
  id: EndpointId,
  wanted: DescribedParameter,
  given: readonly DescribedParameter[],
): readonly Local[] {
  const what = `query parameter ${wanted.name}`
  const of = ofParameter(id, wanted.name)
  const described = given.find(({ name }) => name === wanted.name)
  if (!described) {
    // The contract defines some lists only by name, and says that all lists are paged.
    return [{ kind: 'less', requirement: of.presence, what, expected: 'present', described: 'missing' }]
  }
  const required: readonly Local[] = described.required
    ? [{ kind: 'other', requirement: of.required ?? of.presence, what, expected: 'optional', described: 'required' }]
    : []
  const schemas = { contract: flatSchema(wanted.schema, unionOf), described: flatSchema(described.schema, unionOf) }
  return [...required, ...compareValues({ what, of, ...schemas, isText: true })]
}

function another(id: EndpointId, { name, required }: DescribedParameter): Local {
  const isOpen = endpoints[id].documented === 'name' || roleOf([name]) === unnamed[id]
  const what = `query parameter ${name}`
  const described = required ? 'required' : 'optional'
  if (isOpen) return { kind: 'open', what, expected: 'a name that the contract does not show', described }
  if (!required) return { kind: 'more', what, expected: 'not in the contract', described }
  return { kind: 'other', requirement: ofEndpoint[id], what, expected: 'not required', described }
}

function unnamedMissing(id: EndpointId, given: readonly DescribedParameter[]): readonly Local[] {
  const role = unnamed[id]
  if (role === undefined || given.some(({ name }) => roleOf([name]) === role || roleOf([name]) === 'parent')) return []
  const what = `query parameter of the ${role}`
  return [{ kind: 'less', requirement: ofEndpoint[id], what, expected: 'present', described: 'missing' }]
}

function isHeaderAsked({ in: place, required, name }: DescribedParameter): boolean {
  return place === 'header' && required && !/^(?:authorization|content-type|accept)$/i.test(name)
}

function headerAsked(id: EndpointId, { name }: DescribedParameter): Local {
  const what = `header ${name}`
  return { kind: 'other', requirement: ofEndpoint[id], what, expected: 'not required', described: 'required' }
}
