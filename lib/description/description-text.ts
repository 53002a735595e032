import { openSync, readSync, closeSync } from 'node:fs'
import { Agent, EnvHttpProxyAgent, request } from 'undici'
import { mayBeProxied } from '../client/proxied-dispatcher.ts'
import { isUrl } from '../config/description-source.ts'
import type { Connection } from '../config/connection.ts'
import { ConfigurationError } from '../config/errors.ts'

/** The maximum size of a description in bytes: twenty times that of an interface like this one. */
const largest = 8 * 1024 * 1024
const longestMs = 15_000

/** Where a description is, and what opens it. */
export interface DescriptionPlace {
  /** A path, or an http or https URL. */
  readonly source: string
  /** The target, whose key may be needed for a description at the same origin. */
  readonly target?: DescribedTarget
}

interface DescribedTarget extends Connection {
  readonly baseUrl: string
  readonly key: string
}

/** The text of a description, bounded in size and time. Throws `ConfigurationError` in one line. */
export async function descriptionText(place: DescriptionPlace): Promise<string> {
  const { source } = place
  try {
    return isUrl(source) ? await fetched(place) : readFile(source)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new ConfigurationError(`the OpenAPI description ${source} cannot be read: ${why}; check its file or URL`, {
      cause,
    })
  }
}

function readFile(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(largest + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null)
    return bounded(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}

async function fetched({ source, target }: DescriptionPlace): Promise<string> {
  const url = new URL(source)
  if (url.username !== '' || url.password !== '') throw new Error('the URL holds a user name or password')
  const answer = await askFor(url, target)
  if (answer.status >= 300 && answer.status < 400)
    throw new Error(`it redirects to ${answer.location ?? 'nowhere'}; give the final address`)
  if (answer.status !== 200) throw new Error(`it was answered with ${answer.status}`)
  return answer.text
}

/** Requests a description without the key, and if that is rejected again with it: only from the origin of the target. */
export async function askFor(url: URL, target: DescriptionPlace['target'], isOpen = true): Promise<Got> {
  const isOfTarget = target !== undefined && url.origin === new URL(target.baseUrl).origin
  if (isOpen || !isOfTarget) {
    const answer = await get(url, isOfTarget ? { ...target, key: undefined } : {})
    if (!isOfTarget || ![401, 403].includes(answer.status)) return answer
  }
  return { ...(await get(url, target)), isKeyed: true }
}

interface Got {
  /** Whether it was answered to the key alone. */
  readonly isKeyed?: true
  readonly status: number
  readonly location: string | undefined
  readonly text: string
}

type Sender = Partial<Pick<DescribedTarget, 'headers' | 'clientCertificate'>> & { readonly key?: string | undefined }

async function get(url: URL, { key, headers: extra = [], clientCertificate }: Sender): Promise<Got> {
  const connect = clientCertificate ? { cert: clientCertificate.cert, key: clientCertificate.key } : {}
  const dispatcher = mayBeProxied(url.origin)
    ? new EnvHttpProxyAgent({ allowH2: false, connect, requestTls: connect })
    : new Agent({ allowH2: false, connect })
  try {
    const headers = {
      accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
      ...Object.fromEntries(extra.map(({ name, value }) => [name, value])),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    }
    const signal = AbortSignal.timeout(longestMs)
    const answer = await request(url, { headers, signal, dispatcher })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer.body) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      chunks.push(chunk)
      if (length > largest) break
    }
    const location = answer.headers['location']
    return {
      status: answer.statusCode,
      location: typeof location === 'string' ? location : undefined,
      text: bounded(Buffer.concat(chunks)),
    }
  } finally {
    await dispatcher.destroy()
  }
}

function bounded(bytes: Buffer): string {
  if (bytes.length > largest) throw new Error(`it is larger than ${largest / 1024 / 1024} MiB`)
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}
