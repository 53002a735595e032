import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { ClientOptions, ExtraHeader } from '../client/client-options.ts'
import { keepSecret } from '../client/redactor.ts'
import { ConfigurationError } from './errors.ts'
import { existingFile } from './existing-file.ts'
import { numberSetting } from './parse-setting.ts'
import type { Settings } from './settings.ts'

/** The client certificate and its private key, as PEM, and the files that they come from. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
  readonly certPath: string
  readonly keyPath: string
}

/** The options for gateways, and for the timeout of a request. */
export interface Connection {
  readonly headers?: readonly ExtraHeader[]
  readonly clientCertificate?: ClientCertificate
  /** Of one request. */
  readonly timeoutSeconds?: number
}

/** Headers that describe a request: with them a check would not send what it intends. */
const ofTheRequest =
  /^(?:authorization|host|accept|accept-encoding|connection|content-.*|cookie|expect|keep-alive|te|trailer|transfer-encoding|upgrade|x-http-method.*|x-method-override)$/

/** Reads `--header`, `--client-cert`, `--client-key` and `--timeout`; `baseUrl` is empty for the embedded reference. Throws `ConfigurationError`, which shows no value of a header. */
export function readConnection(settings: Settings, baseUrl: string): Connection {
  const lines = settings.text('header')?.split('\n') ?? []
  const headers = lines.filter((line) => line.trim() !== '').map((line) => readHeader(line, settings))
  const clientCertificate = readCertificate(settings, baseUrl)
  const timeoutSeconds = numberSetting(settings.entry('timeout'), { above: 0 })
  return {
    ...(headers.length > 0 && { headers }),
    ...(clientCertificate && { clientCertificate }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  }
}

/** How a client reaches a target: the options of each client of a run. */
export function reachOf(
  configuration: Pick<ClientOptions, 'baseUrl' | 'keys' | 'concurrency'> & Connection,
): Pick<ClientOptions, 'baseUrl' | 'keys' | 'concurrency' | 'headers' | 'tls' | 'timeoutMs'> {
  const { baseUrl, keys, concurrency, headers, clientCertificate, timeoutSeconds } = configuration
  return {
    baseUrl,
    keys,
    concurrency,
    ...(headers && { headers }),
    ...(clientCertificate && { tls: { cert: clientCertificate.cert, key: clientCertificate.key } }),
    ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
  }
}

function readHeader(line: string, settings: Settings): ExtraHeader {
  const [, name = '', template = ''] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
  if (name === '') throw new ConfigurationError("--header has no header name; write it as --header 'NAME: VALUE'")
  if (ofTheRequest.test(name.toLowerCase()))
    throw new ConfigurationError(`--header cannot set ${name}, because checks set it themselves`)
  if (template.includes('***'))
    throw new ConfigurationError(`the report does not contain the value of the header ${name}; set --header again`)
  const value = template.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
    const given = settings.secret(variable)?.given
    if (typeof given === 'string') return given.trim()
    throw new ConfigurationError(`--header ${name} names ${variable}, which is not set in the environment or in .env`)
  })
  if (!/^[\u0021-\u007E](?:[\t\u0020-\u007E]*[\u0021-\u007E])?$/.test(value))
    throw new ConfigurationError(
      `the value of --header ${name} is empty or contains characters that a header cannot hold`,
    )
  keepSecret(value)
  return { name: name.toLowerCase(), value, template }
}

function readCertificate(settings: Settings, baseUrl: string): ClientCertificate | undefined {
  const certPath = existingFile(settings.path('clientCert'), '--client-cert or CONFORMANCE_CLIENT_CERT')
  const keyPath = existingFile(settings.path('clientKey'), '--client-key or CONFORMANCE_CLIENT_KEY')
  if (certPath === undefined && keyPath === undefined) return undefined
  if (certPath === undefined || keyPath === undefined)
    throw new ConfigurationError(
      `a client certificate needs a certificate and a key; add ${certPath === undefined ? '--client-cert' : '--client-key'}`,
    )
  if (baseUrl !== '' && !baseUrl.startsWith('https:'))
    throw new ConfigurationError('a client certificate needs TLS; give https:// in the base URL')
  const [cert, key] = [readFileSync(certPath, 'utf8'), readFileSync(keyPath, 'utf8')]
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(
      `${certPath} and ${keyPath} are not a certificate and its unencrypted key in PEM (${why}); check --client-cert and --client-key`,
      { cause },
    )
  }
  return { cert, key, certPath, keyPath }
}
