import { errorCodeOf } from '../checks/error-body.ts'
import type { Client } from '../client/client.ts'
import { DeadlineError, RateLimitedError } from '../client/unsent-errors.ts'
import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { TransportError } from '../client/transport-error.ts'
import { endpoints, type EndpointId } from '../contract/endpoint.ts'
import { isRecord } from '../contract/is-record.ts'
import { RunError } from '../config/errors.ts'
import { unreachableHint } from './unreachable-hint.ts'

/** The lists that are asked for, one after the other, until an answer is one that this service could give. */
const probes = [
  'listWorkspaces',
  'listProducts',
  'listFiles',
  'listOrganizationUsers',
] as const satisfies readonly EndpointId[]

/** Where the address and the key of a target are given, to be named where they are wrong. */
export interface TargetSettings {
  readonly url: string
  readonly key: string
}

const ofTarget: TargetSettings = { url: '--base-url', key: 'CONFORMANCE_API_KEY' }

/**
 * Asks the target for a list before anything else. Throws `RunError` where it cannot be reached, refuses the key, or gives no answer
 * that a deployment of this service could give, however broken: nothing is written to whatever else may be there.
 */
export async function reachTarget(client: Client, baseUrl: string, settings = ofTarget): Promise<void> {
  const answers: Exchange[] = []
  for (const endpoint of probes) {
    const answer = await probe({ client, baseUrl, settings, endpoint, isFirst: answers.length === 0 })
    if (answer === undefined) continue
    if (answers.length === 0) refuseRefusal(answer, baseUrl, settings)
    if (isOfTheService(answer)) return
    answers.push(answer)
  }
  throw new RunError(
    `${baseUrl} is no deployment of the Product Data Service (${answers.slice(0, 2).map(shown).join('; ')}); ` +
      `check ${settings.url}: the origin and any prefix before /v1/public`,
  )
}

interface Probe {
  readonly client: Client
  readonly baseUrl: string
  readonly settings: TargetSettings
  readonly endpoint: EndpointId
  readonly isFirst: boolean
}

async function probe({ client, baseUrl, settings, endpoint, isFirst }: Probe): Promise<Exchange | undefined> {
  const { method, path } = endpoints[endpoint]
  try {
    return await client.send({ method, path, query: { limit: 1 }, endpoint, check: 'reaching the target' })
  } catch (error) {
    if (error instanceof TransportError) {
      if (!isFirst) return undefined
      const hint = unreachableHint(error, baseUrl)
      // Where the reason is known, what the TLS library says of it helps nobody.
      if (hint !== undefined) throw new RunError(`${baseUrl} cannot be reached: ${hint}`)
      const check = `check ${settings.url}, and that the service is up`
      throw new RunError(`${baseUrl} cannot be reached (${printable(error.message)}); ${check}`)
    }
    if (error instanceof RateLimitedError) throw new RunError(`${baseUrl} answers 429 only: ${error.message}`)
    if (error instanceof DeadlineError) throw new RunError(`${baseUrl} gave no answer before the deadline of the run`)
    throw error
  }
}

function refuseRefusal(answer: Exchange, baseUrl: string, { key }: TargetSettings): void {
  if (answer.status !== 401 && answer.status !== 403) return
  throw new RunError(
    `${baseUrl} refuses the key (${answer.status} ${errorCodeOf(answer) ?? ''}); check ${key}: a REST API key of the organization to test with`,
  )
}

/**
 * Whether an answer is one of the service, or of one that is broken. What it is not: a page, a redirect, a path that nobody knows,
 * or JSON without anything of a list, a record or an error as documented. The rate-limit headers are nobody else's.
 */
function isOfTheService({ status, headers, json }: Exchange): boolean {
  if (json === undefined || status === 404 || status === 405) return false
  if (headers['x-ratelimit-limit'] !== undefined && headers['x-ratelimit-remaining'] !== undefined) return true
  if (status >= 400) return isRecord(json) && [json['error'], json['message']].some((text) => typeof text === 'string')
  if (status >= 300) return false
  const list = isRecord(json) ? (json['items'] ?? Object.values(json).find((value) => Array.isArray(value))) : json
  return isList(json) || (Array.isArray(list) && list.some((entry) => isRecord(entry) && entry['id'] !== undefined))
}

/** A list without entries shows at least the fields that every list has. */
function isList(json: unknown): boolean {
  return isRecord(json) && (Array.isArray(json['items']) || typeof json['count'] === 'number')
}

function shown({ request, status, headers }: Exchange): string {
  const type = headers['content-type']
  const place = headers['location']
  const about = [type, place && `to ${place}`].filter((part) => part !== undefined).join(', ')
  return printable(`${request.method} ${request.path} answered ${status} ${about}`).replaceAll(/\s+/g, ' ').trim()
}
