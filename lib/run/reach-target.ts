import { randomUUID } from 'node:crypto'
import { errorCodeOf } from '../checks/error-body.ts'
import type { Client } from '../client/client.ts'
import { DeadlineError, RateLimitedError, RequestBudgetError } from '../client/unsent-errors.ts'
import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import type { RequestDescription } from '../client/request-description.ts'
import { TransportError } from '../client/transport-error.ts'
import { endpoints } from '../service/interface/endpoint.ts'
import { RunError } from '../config/errors.ts'
import { everyAnswer, isListOfRecords, whyNoDeployment, type FirstAnswers } from './signs-of-service.ts'
import { proxyOf, type Proxy } from '../client/proxied-dispatcher.ts'

/** The settings of a target's address and key, for error messages. */
export interface TargetSettings {
  readonly url: string
  readonly key: string
}

const ofTarget: TargetSettings = { url: '--base-url', key: 'CONFORMANCE_API_KEY' }

/**
 * Sends five or six reads before anything else. Throws `RunError` if the target cannot be reached, rejects the key, is down, or
 * shows too few signs of this service: nothing is written to anything else.
 */
export async function reachTarget(client: Client, baseUrl: string, settings = ofTarget): Promise<void> {
  const target = { client, baseUrl, settings }
  const first = await ask(target, listWorkspaces)
  if (first instanceof TransportError) throw unreachable(first, target)
  refuseRefusal(first, target)
  const asked = await Promise.all(
    [
      { ...listWorkspaces, as: 'none' } as const,
      readOf('getWorkspace'),
      readOf('getProduct'),
      { method: 'GET', path: `/v1/public/${randomUUID()}` },
      ...(isListOfRecords(first) ? [] : [listProducts]),
    ].map((request) => ask(target, request)),
  )
  const [withoutKey, workspace, product, unknownPath, products] = asked.map(answered)
  const lists = products === undefined ? [first] : [first, products]
  const answers = { lists, withoutKey, unknownIds: [workspace, product], unknownPath }
  refuseOutage(answers, target)
  const why = whyNoDeployment(answers)
  if (why === undefined) return
  const lost = asked.find((answer) => answer instanceof TransportError)
  if (lost !== undefined) throw unreachable(lost, target)
  throw new RunError(
    `${baseUrl} is not a deployment of the Product Data Service: ${why} (${shown(first)}); ` +
      `check ${settings.url}: the origin and any prefix before /v1/public`,
  )
}

interface Target {
  readonly client: Client
  readonly baseUrl: string
  readonly settings: TargetSettings
}

type Read = Pick<RequestDescription, 'method' | 'path' | 'query' | 'endpoint' | 'as'>

const listWorkspaces = listOf('listWorkspaces')
const listProducts = listOf('listProducts')

function listOf(endpoint: 'listWorkspaces' | 'listProducts'): Read {
  return { ...pathOf(endpoint), query: { limit: 1 }, endpoint }
}

/** A read of a record that nothing has the id of. */
function readOf(endpoint: 'getWorkspace' | 'getProduct'): Read {
  const { method, path } = pathOf(endpoint)
  return { method, path: path.replace(/\{\w+\}/, randomUUID()), endpoint }
}

function pathOf(endpoint: keyof typeof endpoints): Pick<Read, 'method'> & { readonly path: string } {
  const { method, path } = endpoints[endpoint]
  return { method, path }
}

async function ask({ client, baseUrl }: Target, request: Read): Promise<Exchange | TransportError> {
  try {
    return await client.send({ ...request, check: 'reaching the target' })
  } catch (error) {
    if (error instanceof TransportError) return error
    if (error instanceof RateLimitedError)
      throw new RunError(`${baseUrl} answered every request with 429: ${error.message}`)
    if (error instanceof RequestBudgetError)
      throw new RunError(`${baseUrl} was not tested: ${error.message}; allow more with --max-requests`)
    if (error instanceof DeadlineError) throw new RunError(`${baseUrl} gave no answer before the deadline of the run`)
    throw error
  }
}

function answered(answer: Exchange | TransportError): Exchange | undefined {
  return answer instanceof TransportError ? undefined : answer
}

function unreachable(error: TransportError, { baseUrl, settings }: Target): RunError {
  const hint = unreachableHint(error, baseUrl)
  // If the reason is known, the message of the TLS library helps nobody.
  return new RunError(
    hint === undefined
      ? `${baseUrl} cannot be reached (${printable(error.message)}); check ${settings.url}, and that the service is up`
      : `${baseUrl} cannot be reached: ${hint}`,
  )
}

function refuseRefusal(answer: Exchange, { baseUrl, settings: { key } }: Target): void {
  if (answer.status !== 401 && answer.status !== 403) return
  throw new RunError(
    `${baseUrl} rejected the key (${answer.status} ${errorCodeOf(answer) ?? ''}); check ${key}: it needs a REST API key of the organization to test with`,
  )
}

/** A target that fails or redirects every request may be this service, but no check could judge it. */
function refuseOutage(answers: FirstAnswers, { baseUrl, settings: { url } }: Target): void {
  const all = everyAnswer(answers)
  const [first] = all
  if (first === undefined) return
  if (all.every(({ status }) => status >= 500))
    throw new RunError(
      `${baseUrl} is down: it answered every request with a server error (${shown(first)}); run again when it is up`,
    )
  if (all.every(({ status }) => status >= 300 && status < 400))
    throw new RunError(
      `${baseUrl} redirects every request (${shown(first)}), as a login page does; ` +
        `check ${url}: give the address where the service itself answers`,
    )
}

function shown({ request, status, headers }: Exchange): string {
  const type = headers['content-type']
  const place = headers['location']
  const about = [type, place && `to ${place}`].filter((part) => part !== undefined).join(', ')
  return printable(`${request.method} ${request.path} answered ${status} ${about}`).replaceAll(/\s+/g, ' ').trim()
}

const onlyHttp2 =
  'the server accepts HTTP/2 only, and the suite sends HTTP/1.1: enable HTTP/1.1 on the server or on a proxy in front of it'

/** The most likely cause of a connection error, and the remedy; `undefined` if nothing more is known. */
function unreachableHint(error: TransportError, baseUrl: string): string | undefined {
  const { protocol, origin, port } = new URL(baseUrl)
  const proxy = proxyOf(origin)
  if (proxy && isOfProxy(error, proxy, port)) return proxyHint(error, proxy)
  const code = textOf(error.cause, 'code')
  const received = textOf(error.cause, 'data')
  if (/NO_APPLICATION_PROTOCOL/.test(code) || isSettingsFrame(received)) return onlyHttp2
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL/.test(code))
    return 'the port does not use TLS: try http:// in the base URL, or the https port'
  if (/^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_UNTRUSTED)/.test(code))
    return 'Node does not trust the authority of its certificate: set NODE_EXTRA_CA_CERTS to the certificate file of that authority'
  if (protocol !== 'http:') return undefined
  if (isAlertRecord(received)) return tryTls
  return error.kind === 'closed' || error.kind === 'reset'
    ? `the connection was closed without an answer; ${tryTls}`
    : undefined
}

/** Whether the connection to the proxy failed, or the proxy refused the tunnel. */
function isOfProxy({ cause }: TransportError, { hostname, port }: Proxy, portOfTarget: string): boolean {
  if (!(cause instanceof Error)) return false
  if (/^Proxy\b/.test(cause.message) || Reflect.get(cause, 'hostname') === hostname) return true
  return port !== portOfTarget && Reflect.get(cause, 'port') === Number(port)
}

function proxyHint({ cause, message }: TransportError, { origin, variable }: Proxy): string {
  const why = printable(cause instanceof Error ? cause.message : message)
  return `the proxy ${origin} rejected the request (${why}); check ${variable}, or add the host to NO_PROXY`
}

const tryTls = 'if the port uses TLS, give https:// in the base URL'

function textOf(cause: unknown, name: 'code' | 'data'): string {
  if (!(cause instanceof Error)) return ''
  const value: unknown = Reflect.get(cause, name)
  return typeof value === 'string' ? value : ''
}

/** Whether bytes are the first frame of an HTTP/2 server: SETTINGS, with a few settings, on stream 0. */
function isSettingsFrame(bytes: string): boolean {
  return bytes.startsWith('\0\0') && bytes[3] === '\u0004' && bytes.slice(5, 9) === '\0\0\0\0'
}

/** Whether bytes are a TLS alert: a TLS server's answer to anything but a handshake. */
function isAlertRecord(bytes: string): boolean {
  return bytes.startsWith('\u0015\u0003')
}
