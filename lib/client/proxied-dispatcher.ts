import { EnvHttpProxyAgent, type Dispatcher } from 'undici'
import { keepSecret } from './redactor.ts'

/** What sends requests to one origin. */
export type OriginDispatcher = Pick<Dispatcher, 'dispatch' | 'destroy'>

/** The variables that name proxies, in undici's order. */
export const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const

/** Whether the environment names a proxy for an origin. This machine is always reached directly. */
export function mayBeProxied(origin: string, environment = process.env): boolean {
  const { hostname } = new URL(origin)
  const isThisMachine = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return !isThisMachine && proxyVariables.some((name) => Boolean(environment[name]))
}

export interface Proxy {
  /** The variable that names it. */
  readonly variable: string
  /** Without name and password. */
  readonly origin: string
  readonly hostname: string
  readonly port: string
}

/** The proxy for an origin, as undici chooses it; ignores NO_PROXY. */
export function proxyOf(origin: string, environment = process.env): Proxy | undefined {
  if (!mayBeProxied(origin, environment)) return undefined
  const isSecure = origin.startsWith('https:')
  const names = proxyVariables.filter((name) => Boolean(environment[name]))
  const variable =
    names.find((name) => /^https/i.test(name) === isSecure) ?? names.find((name) => !/^https/i.test(name))
  const address = variable && environment[variable]
  if (!address || !URL.canParse(address)) return undefined
  const { protocol, host, hostname, port } = new URL(address)
  return { variable, origin: `${protocol}//${host}`, hostname, port }
}

interface ProxiedOptions {
  readonly connections: number
  readonly connectTimeout: number
  readonly keepAliveTimeout?: number
  readonly pipelining?: number
  /** What the target is shown; a proxy is not. */
  readonly connect: { readonly cert?: string; readonly key?: string }
}

/** Sends through `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, read as undici reads them. */
export function proxiedDispatcher(origin: string, options: ProxiedOptions): OriginDispatcher {
  for (const name of proxyVariables) keepCredentials(process.env[name])
  const agent = new EnvHttpProxyAgent({ pipelining: 1, ...options, allowH2: false, requestTls: options.connect })
  return {
    dispatch: (request, handler) => agent.dispatch({ ...request, origin }, handler),
    destroy: agent.destroy.bind(agent),
  }
}

/** A proxy's password is as secret as a key, unless it is too short to be distinguished from other text. */
function keepCredentials(address: string | undefined): void {
  const password = address && URL.canParse(address) ? new URL(address).password : ''
  if (password) keepSecret(decodeURIComponent(password))
}
