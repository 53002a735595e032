import { setTimeout as pause } from 'node:timers/promises'
import { HarnessError } from '../checks/errors.ts'
import type { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { endpoints, type EndpointId, type PathParameters } from '../service/interface/endpoint.ts'
import { shownRecord } from '../client/shown-record.ts'
import { pathSegment } from '../client/request-target.ts'
import { validate } from '../contract/schema-registry.ts'
import { noteSent } from './preparation.ts'

/**
 * A request to an endpoint of the contract. `broken` names a deliberate mistake; all other requests must be valid by the request
 * schema.
 */
export interface EndpointRequest<Id extends EndpointId = EndpointId> extends Pick<
  RequestDescription,
  | 'query'
  | 'headers'
  | 'as'
  | 'json'
  | 'rawBody'
  | 'contentType'
  | 'form'
  | 'spelling'
  | 'broken'
  | 'judgesKey'
  | 'pace'
> {
  readonly path?: PathParameters<(typeof endpoints)[Id]['path']>
}

/** A request of one check to any path: for paths outside the contract, or deliberately invalid ones. */
export type RawRequest = Omit<RequestDescription, 'check'>

/** The only way in which a check sends; every exchange is recorded and judged by the passive checks. */
export interface Api {
  send<const Id extends EndpointId>(endpoint: Id, request?: EndpointRequest<Id>): Promise<Exchange>
  raw(request: RawRequest): Promise<Exchange>
  /** Really simultaneous, each over its own connection; returns the answers in the order of the requests. */
  simultaneously(requests: readonly RawRequest[]): Promise<Exchange[]>
  /** Describes a request without sending it, for `simultaneously`. */
  request<const Id extends EndpointId>(endpoint: Id, request?: EndpointRequest<Id>): RawRequest
  /** What this check has sent so far, oldest first. */
  readonly trail: readonly Exchange[]
}

/** What the run itself needs of the API of one check. */
interface ApiOfCheck extends Api {
  /** Waits for the answers to all that the check has sent. What it began for others, or beside something that failed, goes on when it ends. */
  answered(): Promise<void>
}

const betweenLooks = 10

/** The API of one check. */
export function createApi(client: Client, check: string): ApiOfCheck {
  const trail: Exchange[] = []
  let races = 0
  const underWay = { requests: 0 }
  const counted = async <Answer>(sending: Promise<Answer>): Promise<Answer> => {
    underWay.requests += 1
    try {
      return await sending
    } finally {
      underWay.requests -= 1
    }
  }
  const kept = (answer: Exchange): Exchange => {
    const json = shownRecord(answer)
    const exchange = json === answer.json ? answer : { ...answer, json }
    trail.push(exchange)
    noteSent(exchange)
    return exchange
  }
  return {
    trail,
    request: describeRequest,
    answered: async () => {
      while (underWay.requests > 0) await pause(betweenLooks)
    },
    raw: async (request) => kept(await counted(client.send({ ...request, check }))),
    send: async (endpoint, request) =>
      kept(await counted(client.send({ ...describeRequest(endpoint, request), check }))),
    simultaneously: async (requests) => {
      const atOnce = (races += 1)
      const descriptions = requests.map((request) => ({ ...request, check, atOnce }))
      const answers = await counted(client.simultaneously(descriptions))
      return answers.map((answer) => kept(answer))
    },
  }
}

function describeRequest<const Id extends EndpointId>(endpoint: Id, request: EndpointRequest<Id> = {}): RawRequest {
  const { path: parameters, ...rest } = request
  const { method, path } = endpoints[endpoint]
  const description = { ...rest, endpoint, method, path: fillPath(path, parameters ?? {}) }
  if (request.broken === undefined) holdAgainstSchema(endpoint, request)
  return description
}

function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new HarnessError(`${template} is sent without ${name}`)
    return pathSegment(value)
  })
}

function holdAgainstSchema(id: EndpointId, request: Pick<RawRequest, 'json'>): void {
  const endpoint = endpoints[id]
  if (!('body' in endpoint) || request.json === undefined || endpoint.body.contentType !== 'application/json') return
  const [violation] = validate(endpoint.body.schema, request.json)
  if (violation)
    throw new HarnessError(
      `${id} was about to be sent a body that it does not mean to send: ${violation.path} ${violation.message}`,
    )
}
