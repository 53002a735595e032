import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { replayCommand, runSettings } from '../../lib/config/replay-command.ts'
import { thrownBy } from './thrown-by.ts'

const secret = 'gateway-secret-0123456789'
const environment = { CONFORMANCE_API_KEY: 'svc_api_KeyOfTheConnectionTests0123456789', GATEWAY: secret }
const certificate = join(import.meta.dirname, '../cli/certificate/certificate.pem')
const key = join(import.meta.dirname, '../cli/certificate/key.pem')

function resolved(flags: Readonly<Record<string, string>>, baseUrl = 'https://api.example.test') {
  return resolveConfiguration({ flags: { baseUrl, seed: '1', ...flags }, environment, directory: process.cwd() })
}

test('values of headers come from the environment, and are kept out of the command that repeats the run', () => {
  const header = 'X-Gateway: Token ${GATEWAY}\nX-Tenant: acme-of-the-north'
  const configuration = resolved({ header, timeout: '2.5' })
  expect(configuration).toMatchObject({
    headers: [
      { name: 'x-gateway', value: `Token ${secret}` },
      { name: 'x-tenant', value: 'acme-of-the-north' },
    ],
    timeoutSeconds: 2.5,
  })
  expect(replayCommand(runSettings(configuration))).toContain(
    "--header 'x-gateway: Token ${GATEWAY}' --header 'x-tenant: ***' --timeout 2.5",
  )
})

test.each([
  ['X-Gateway', "--header has no header name; write it as --header 'NAME: VALUE'"],
  ['Authorization: Bearer abc', '--header cannot set Authorization, because checks set it themselves'],
  ['X-Gateway: ${NOWHERE}', '--header X-Gateway names NOWHERE, which is not set in the environment or in .env'],
  ['X-Gateway: ', 'the value of --header X-Gateway is empty or contains characters that a header cannot hold'],
  ['x-gateway: ***', 'the report does not contain the value of the header x-gateway; set --header again'],
])('the header %j is refused', (header, line) => {
  expect(thrownBy(() => resolved({ header })).message).toBe(line)
})

test('a client certificate needs its key, files of PEM, and TLS', () => {
  expect(resolved({ clientCert: certificate, clientKey: key }).clientCertificate?.cert).toContain('BEGIN CERTIFICATE')
  const refused = (flags: Readonly<Record<string, string>>, url?: string) =>
    thrownBy(() => resolved(flags, url)).message
  expect(refused({ clientCert: certificate })).toBe(
    'a client certificate needs a certificate and a key; add --client-key',
  )
  expect(refused({ clientCert: key, clientKey: key })).toMatch(/are not a certificate and its unencrypted key in PEM/)
  expect(refused({ clientCert: certificate, clientKey: key }, 'http://api.example.test')).toMatch(/needs TLS/)
})

test('a mistake in the connection is refused without a base URL too', () => {
  expect(refusalWithoutUrl({ header: 'X-Gateway' }).message).toMatch(/no header name/)
  expect(refusalWithoutUrl({ timeout: '0' }).message).toMatch(/--timeout/)
  expect(refusalWithoutUrl({ clientCert: 'nowhere.pem' }).message).toMatch(/nowhere\.pem does not exist/)
})

function refusalWithoutUrl(flags: Readonly<Record<string, string>>) {
  return thrownBy(() => resolveConfiguration({ flags: { seed: '1', ...flags }, environment, directory: process.cwd() }))
}
