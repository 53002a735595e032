import { endpoints, type Endpoint } from '../../service/interface/endpoint.ts'
import { flatSchema, unionOf, type FlatSchema } from '../flat-schema.ts'
import { mediaTypesIn, partOf } from '../operations.ts'
import { compareRecord } from './compare-record.ts'
import type { Compared, Local } from './difference.ts'
import { ofEndpoint, ofRefusal } from './requirements-of.ts'
import type { JsonObject } from '../../contract/is-record.ts'

/** Differences in the answers of an endpoint: statuses, records, error bodies and headers. */
export function compareResponses(compared: Compared): readonly Local[] {
  return [...compareSuccess(compared), ...compareRefusals(compared), ...compareHeaders(compared)]
}

function compareSuccess(compared: Compared): readonly Local[] {
  const { id, contract, described } = compared
  const requirement = ofEndpoint[id]
  const { success }: Endpoint = endpoints[id]
  const given = Object.keys(described.responses).filter((status) => isSuccess(status))
  const what = 'status of success'
  const shown = given.join(', ') || 'none'
  const wanted = success.status === 'any2xx' ? undefined : success.status.map(String)
  const ofStatus: readonly Local[] =
    wanted === undefined
      ? [{ kind: given.length === 0 ? 'less' : 'open', requirement, what, expected: 'any 2xx', described: shown }]
      : given.length === wanted.length && given.every((status) => wanted.includes(status))
        ? []
        : [
            {
              kind: given.length === 0 ? 'less' : 'other',
              requirement,
              what,
              expected: wanted.join(', '),
              described: shown,
            },
          ]
  const [expected] = bodiesIn(contract.responses, Object.keys(contract.responses).filter(isSuccess))
  if (success.schema === undefined || expected === undefined) return ofStatus
  const isOpen = ['item', 'organization-user'].includes(endpoints[id].resource)
  const [body] = bodiesIn(described.responses, given)
  const flat = body && flatSchema(body, unionOf)
  if (!flat || isAnything(flat))
    return [
      ...ofStatus,
      { kind: 'less', requirement, what: 'record of the answer', expected: 'present', described: 'no schema' },
    ]
  return [...ofStatus, ...compareRecord(flatSchema(expected, unionOf), flat, { requirement, path: '', isOpen })]
}

function isSuccess(status: string): boolean {
  return /^2(?:\d\d|XX)$/i.test(status)
}

function bodiesIn(responses: Readonly<Record<string, JsonObject>>, statuses: readonly string[]): readonly JsonObject[] {
  return statuses.flatMap((status) => {
    const types = Object.entries(mediaTypesIn(responses[status] ?? {}))
    return types.filter(([type]) => /\bjson\b|\*\/\*/.test(type)).map(([, schema]) => schema)
  })
}

function isAnything({ types, properties, enum: values, items }: FlatSchema): boolean {
  const isOpenObject = types.length === 0 || types[0] === 'object'
  return isOpenObject && Object.keys(properties).length === 0 && values === undefined && items === undefined
}

/** Statuses that the contract states for rejections. */
const statuses = [400, 401, 403, 404, 409, 422, 429] as const

function compareRefusals({ id, contract, described }: Compared): readonly Local[] {
  const refusals = Object.keys(described.responses).filter((status) => /^[45](?:\d\d|XX)$|^default$/i.test(status))
  const has = (status: number): boolean =>
    refusals.some((given) => [`${status}`, `${String(status).charAt(0)}XX`, 'DEFAULT'].includes(given.toUpperCase()))
  const missing = statuses.flatMap((status): readonly Local[] => {
    const requirement = ofRefusal(id, status)
    if (requirement === undefined || has(status)) return []
    return [{ kind: 'less', requirement, what: `status ${status}`, expected: 'present', described: 'missing' }]
  })
  const known = new Set(Object.keys(contract.responses))
  const more = refusals
    .filter((status) => !known.has(status) && /^\d+$/.test(status))
    .map((status): Local => {
      return {
        kind: 'open',
        requirement: 'ERR-22',
        what: `status ${status}`,
        expected: 'not stated',
        described: 'present',
      }
    })
  return [...missing, ...more, ...refusals.flatMap((status) => compareError(status, described.responses[status] ?? {}))]
}

function compareError(status: string, response: JsonObject): readonly Local[] {
  const what = 'error body'
  const types = mediaTypesIn(response)
  const json = Object.entries(types).find(([type]) => /\bjson\b|\*\/\*/.test(type))
  const expected = 'error and message, both required texts'
  if (!json) {
    const others = Object.keys(types)
    const requirement = others.length === 0 ? 'ERR-01' : 'ERR-21'
    return [{ kind: 'less', requirement, what, expected, described: others.join(', ') || 'no schema' }]
  }
  const flat = flatSchema(json[1], unionOf)
  if (isAnything(flat)) return [{ kind: 'less', requirement: 'ERR-01', what, expected, described: 'no schema' }]
  const lacking = ['error', 'message'].filter((name) => !flat.required.has(name) || !flat.properties[name])
  if (lacking.length > 0) {
    const fields = Object.keys(flat.properties).map((name) => (flat.required.has(name) ? name : `${name} (optional)`))
    const said = `${/^\d/.test(status) ? `${status}: ` : ''}${fields.join(', ') || 'no fields'}`
    return [{ kind: 'other', requirement: 'ERR-01', what, expected, described: said }]
  }
  return []
}

const headers = [
  ['x-request-id', 'HDR-01'],
  ['x-ratelimit-limit', 'HDR-04'],
  ['x-ratelimit-remaining', 'HDR-05'],
  ['x-ratelimit-reset', 'HDR-06'],
] as const

/** Every response has them: a description without one promises less. */
function compareHeaders({ described }: Compared): readonly Local[] {
  const responses = Object.values(described.responses)
  return headers.flatMap(([name, requirement]): readonly Local[] => {
    const without = responses.filter(
      (response) => !Object.keys(partOf(response, 'headers')).some((given) => given.toLowerCase() === name),
    )
    if (without.length === 0) return []
    const all = without.length === responses.length
    const said = all ? 'on none' : 'on some'
    return [{ kind: 'less', requirement, what: `header ${name}`, expected: 'on every response', described: said }]
  })
}
