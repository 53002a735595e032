import { endpoints, type EndpointId } from '../../service/interface/endpoint.ts'
import { roleOf, type Role } from '../../service/dialect/role.ts'
import { flatSchema, unionOf } from '../flat-schema.ts'
import type { DescribedParameter } from '../operations.ts'
import type { Compared, Local } from './difference.ts'
import { compareValues } from './compare-values.ts'
import { ofEndpoint, ofParameter } from './requirements-of.ts'

/** The filter of a list, with a name that the contract does not define. */
const unnamed: { readonly [Id in EndpointId]?: Role } = { listProducts: 'workspace', listProperties: 'item' }

/** Where the parameters of an endpoint differ. */
export function compareParameters({ id, contract, described }: Compared): readonly Local[] {
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
  const schemas = {
    contract: flatSchema(wanted.schema, unionOf),
    described: flatSchema(described.schema, unionOf),
  }
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
