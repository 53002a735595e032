import { printable } from '../client/printable.ts'
import { proxyOf, type Proxy } from '../client/proxied-dispatcher.ts'
import { TransportError } from '../client/transport-error.ts'

const onlyHttp2 =
  'the server accepts HTTP/2 only, and the suite sends HTTP/1.1: enable HTTP/1.1 on the server or on a proxy in front of it'

/** The most likely cause of a connection error, and the remedy; `undefined` if nothing more is known. */
export function unreachableHint(error: TransportError, baseUrl: string): string | undefined {
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
