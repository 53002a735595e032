import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlainServer, request } from 'node:http'
import { createSecureServer, createServer as createHttp2Server } from 'node:http2'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { untilRefused } from '../client/until-refused.ts'
import { openProxy } from './open-proxy.ts'
import { onlyProgress } from './only-progress.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'networks-'))
const reference = await startReference()
afterAll(async () => {
  await reference.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const authority = join(import.meta.dirname, 'certificate/certificate.pem')
const tls = { cert: readFileSync(authority), key: readFileSync(join(import.meta.dirname, 'certificate/key.pem')) }
const own = { CONFORMANCE_API_KEY: reference.keys.own }

async function listening(server: Server) {
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return { port, [Symbol.dispose]: () => void server.close() }
}

/** The reference behind TLS. */
const openSecured = (options: ServerOptions = {}) =>
  listening(
    createTlsServer({ ...tls, ...options }, ({ url = '/', method, headers }, response) => {
      request(`${reference.baseUrl}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }).end()
    }),
  )

function judge(baseUrl: string, environment: Readonly<Record<string, string>> = {}, words: readonly string[] = []) {
  const all = ['run', '--only', 'WS-01', '--base-url', baseUrl, '--reports', root, ...words]
  return runCli(all, { ...own, ...environment })
}

test('HTTP_PROXY is the way to a deployment without TLS', async () => {
  await using proxy = await openProxy(reference.baseUrl)
  const ended = await judge('http://service.test', { HTTP_PROXY: proxy.url })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(new Set(proxy.asked)).toEqual(new Set(['GET http://service.test']))
})

test('HTTPS_PROXY and NODE_EXTRA_CA_CERTS are the way to one with a certificate of its own authority', async () => {
  using secured = await openSecured()
  await using proxy = await openProxy(`https://127.0.0.1:${secured.port}`)
  const ended = await judge('https://service.test', { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: authority })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT service.test:443']))
})

test('this machine and what NO_PROXY names are reached directly', async () => {
  await using proxy = await openProxy(reference.baseUrl)
  const proxies = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }
  expect(await judge(reference.baseUrl, proxies)).toMatchObject({ code: 0 })
  const outside = await judge('http://service.test', { ...proxies, NO_PROXY: '.test' })
  expect(outside).toMatchObject({ code: 2 })
  // By itself it asks for the address, and whoever is asked may be out of reach, too.
  expect(outside.stderr).toMatch(/ENOTFOUND|EAI_AGAIN/)
  expect(proxy.asked).toEqual([])
})

test('a proxy that is no address is refused without a word of its password', async () => {
  const ended = await judge('http://service.test', { HTTP_PROXY: 'user:secret-word@proxy:3128' })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^error: HTTP_PROXY is not the address of a proxy; .*\n$/)
  expect(ended.stderr).not.toContain('secret-word')
})

test('a password of a proxy with a bare percent sign is refused without a word of it', async () => {
  const ended = await judge('http://service.test', { HTTP_PROXY: 'http://user:secret-100%-word@proxy:3128' })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toBe(
    'error: HTTP_PROXY has an unescaped % in the name or password of the proxy; write it as %25\n',
  )
})

test('a proxy that wants a password is named', async () => {
  using refusing = await listening(createPlainServer((_, response) => response.writeHead(407).end()))
  const ended = await judge('http://service.test', { HTTP_PROXY: `http://127.0.0.1:${refusing.port}` })
  expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
  expect(ended.stderr).toMatch(/^error: .*Proxy Authentication Required.*\n$/)
})

test.each([
  { what: 'HTTP/2 without TLS', scheme: 'http', server: () => createHttp2Server(), line: 'accepts HTTP/2 only' },
  { what: 'HTTP/2 with TLS', scheme: 'https', server: () => createSecureServer(tls), line: 'accepts HTTP/2 only' },
  { what: 'TLS on a port without', scheme: 'https', server: () => createPlainServer(), line: 'try http://' },
  { what: 'no TLS on a port with', scheme: 'http', server: () => createTlsServer(tls), line: 'give https://' },
])('$what ends in one line that says what to do', async ({ scheme, server, line }) => {
  using open = await listening(server())
  const ended = await judge(`${scheme}://127.0.0.1:${open.port}`, { NODE_EXTRA_CA_CERTS: authority })
  expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
  expect(ended.stderr).toMatch(/^error: \S+ cannot be reached: [a-z][^:]*.*\n$/)
  expect(ended.stderr).not.toMatch(/openssl|:error:/i)
  expect(ended.stderr).toContain(line)
})

test('a proxy that nobody listens at is named', async () => {
  const closed = await listening(createPlainServer())
  closed[Symbol.dispose]()
  await untilRefused(closed.port)
  const ended = await judge('http://service.test', { HTTP_PROXY: `http://127.0.0.1:${closed.port}` })
  expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
  expect(ended.stderr).toMatch(
    /^error: .*the proxy http:\/\/127\.0\.0\.1:\d+ rejected the request .* check HTTP_PROXY.*\n$/,
  )
})

test('a gateway gets its header with each request, and no report shows the value', async () => {
  const secret = 'secret-of-the-gateway-4711'
  let without = 0
  using gateway = await listening(
    createPlainServer(({ url = '/', method, headers }, response) => {
      if (headers['x-gateway'] !== secret) {
        without += 1
        response.writeHead(403).end()
        return
      }
      request(`${reference.baseUrl}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-echo': secret })
        answer.pipe(response)
      }).end()
    }),
  )
  const words = ['--header', 'X-Gateway: ${GATEWAY_TOKEN}']
  const ended = await judge(`http://127.0.0.1:${gateway.port}`, { GATEWAY_TOKEN: secret }, words)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(without).toBe(0)
  const reports = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = reports.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  expect(texts).not.toContain(secret)
  expect(texts).toContain('${GATEWAY_TOKEN}')
})

test('a target that wants a client certificate gets it, in races and at the end too', async () => {
  using secured = await openSecured({ requestCert: true, rejectUnauthorized: true, ca: tls.cert })
  const baseUrl = `https://127.0.0.1:${secured.port}`
  const certificate = ['--client-cert', authority, '--client-key', join(import.meta.dirname, 'certificate/key.pem')]
  const trust = { NODE_EXTRA_CA_CERTS: authority }
  expect(await judge(baseUrl, trust)).toMatchObject({ code: 2 })
  expect(await judge(baseUrl, trust, certificate)).toMatchObject({ code: 0, stderr: '' })
})

test('a certificate of an unknown authority names the setting that makes it known', async () => {
  using secured = await openSecured()
  const ended = await judge(`https://127.0.0.1:${secured.port}`)
  expect(ended.code).toBe(2)
  expect(ended.stderr).toMatch(/^error: .*NODE_EXTRA_CA_CERTS.*\n$/)
})
