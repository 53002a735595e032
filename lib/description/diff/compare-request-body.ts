import { endpoints, type EndpointId } from '../../service/interface/endpoint.ts'
import { flatSchema, unionOf, type FlatSchema } from '../flat-schema.ts'
import type { Compared, Local } from './difference.ts'
import { compareValues } from './compare-values.ts'
import { ofBodyField, ofEndpoint } from './requirements-of.ts'

/** A length that any field of a request may have; the contract defines no limit, and a larger one is lawful. */
const lengths: Readonly<Record<string, number>> = {
  name: 50,
  userTitle: 64,
  description: 500,
  readable_id: 64,
  part_number: 24,
}

/** Where the request body of an endpoint differs. */
export function compareRequestBody({ id, contract, described }: Compared): readonly Local[] {
  const [type] = Object.keys(contract.body)
  const wanted = type === undefined ? undefined : contract.body[type]
  if (type === undefined || wanted === undefined) return []
  const requirement = type === 'application/json' ? ofEndpoint[id] : 'UP-23'
  const schema = Object.entries(described.body).find(([given]) => given.split(';')[0] === type)?.[1]
  if (!schema) {
    const given = Object.keys(described.body).join(', ') || 'no body'
    return [{ kind: 'less', requirement, what: 'request body', expected: type, described: given }]
  }
  const ours = flatSchema(wanted, unionOf)
  const theirs = flatSchema(schema, unionOf)
  const known = Object.keys(ours.properties).filter((name) => ofBodyField(id, name) !== undefined)
  if (known.length > 0 && Object.keys(theirs.properties).length === 0)
    return [{ kind: 'less', requirement, what: 'request body', expected: known.join(', '), described: 'no fields' }]
  return [...known.flatMap((name) => compareField({ id, name, ours, theirs })), ...others(id, theirs, known)]
}

interface ComparedField {
  readonly id: EndpointId
  readonly name: string
  readonly ours: FlatSchema
  readonly theirs: FlatSchema
}

function compareField({ id, name, ours, theirs }: ComparedField): readonly Local[] {
  const of = ofBodyField(id, name)
  const [wanted, given] = [ours.properties[name], theirs.properties[name]]
  if (!of || !wanted) return []
  const what = `request field ${name}`
  if (!given) return [{ kind: 'less', requirement: of.presence, what, expected: 'present', described: 'missing' }]
  const isNeeded = ours.required.has(name)
  const required: readonly Local[] =
    isNeeded === theirs.required.has(name)
      ? []
      : [
          {
            kind: 'other',
            requirement: of.required ?? of.presence,
            what,
            expected: isNeeded ? 'required' : 'optional',
            described: isNeeded ? 'optional' : 'required',
          },
        ]
  const flat = { contract: flatSchema(wanted, unionOf), described: flatSchema(given, unionOf) }
  const { contentType } = bodyOf(id)
  return [
    ...required,
    ...(name === 'file' ? [] : compareValues({ what, of, ...flat, isText: contentType === 'multipart/form-data' })),
    ...tooShort(what, flat.described, { name, requirement: of.presence }),
  ]
}

function bodyOf(id: EndpointId): { readonly contentType?: string } {
  const endpoint = endpoints[id]
  return 'body' in endpoint ? endpoint.body : {}
}

function tooShort(
  what: string,
  { rest }: FlatSchema,
  { name, requirement }: Pick<Local, 'requirement'> & { readonly name: string },
): readonly Local[] {
  const [wanted, given] = [lengths[name], rest['maxLength']]
  if (wanted === undefined || typeof given !== 'number' || given >= wanted || requirement === undefined) return []
  const expected = `${wanted} characters at least`
  return [{ kind: 'other', requirement, what: `${what}: maxLength`, expected, described: `${given} at most` }]
}

/** Fields that the contract does not name: open if it defines no body, otherwise lawful if they are optional. */
function others(id: EndpointId, { properties, required }: FlatSchema, known: readonly string[]): readonly Local[] {
  const names = Object.keys(properties).filter((name) => !known.includes(name))
  const isOpen = endpoints[id].documented === 'name'
  const needed = isOpen ? [] : names.filter((name) => required.has(name))
  const optional = names.filter((name) => !needed.includes(name))
  const expected = 'not in the contract'
  const what = 'further fields of the request'
  const described = optional.map((name) => (required.has(name) ? `${name} (required)` : name)).join(', ')
  const lawful: readonly Local[] =
    optional.length === 0 ? [] : [{ kind: isOpen ? 'open' : 'more', what, expected, described }]
  const asked = needed.map((name): Local => {
    const field = { requirement: ofEndpoint[id], what: `request field ${name}` }
    return { kind: 'other', ...field, expected: 'not required', described: 'required' }
  })
  return [...asked, ...lawful]
}
