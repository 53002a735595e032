import { createHash } from 'node:crypto'
import type { Exchange } from '../../lib/client/exchange.ts'

export interface Answer {
  readonly method?: string
  readonly path?: string
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly requestBody?: string
  readonly broken?: string
  readonly status?: number
  readonly durationMs?: number
  readonly json?: unknown
  /** Instead of `json`: the bytes of a body that is no JSON, or not well announced. */
  readonly body?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string | undefined>>
}

const shared = {
  date: 'Mon, 02 Mar 2026 10:00:00 GMT',
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '999',
  'x-ratelimit-reset': String(Date.UTC(2026, 2, 2, 10, 1) / 1000),
}
let sequence = 0

/** An exchange as the client records it, with the headers of a lawful answer unless told otherwise; `undefined` takes a header away. */
export function exchangeOf(answer: Answer): Exchange {
  sequence += 1
  const bytes =
    answer.body === undefined
      ? Buffer.from(answer.json === undefined ? '' : JSON.stringify(answer.json))
      : Buffer.from(answer.body)
  const json = answer.json === undefined ? parsed(bytes) : answer.json
  const headers = Object.entries({
    'content-type': 'application/json',
    'x-request-id': `made-${sequence}`,
    ...shared,
    ...answer.headers,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    sequence,
    endpoint: undefined,
    identity: 'own',
    check: 'a check',
    broken: answer.broken,
    request: {
      method: answer.method ?? 'GET',
      path: answer.path ?? '/v1/public/workspaces',
      url: `http://127.0.0.1${answer.path ?? '/v1/public/workspaces'}`,
      headers: answer.requestHeaders ?? {},
      body:
        answer.requestBody === undefined
          ? undefined
          : { text: answer.requestBody, bytes: answer.requestBody.length, truncated: false, sha256: '' },
    },
    status: answer.status ?? 200,
    headers: Object.fromEntries(headers),
    body: bytes,
    bodyBytes: bytes.length,
    bodyTruncated: false,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    json,
    jsonProblem: json === undefined && bytes.length > 0 ? 'no JSON' : undefined,
    startedAt: Date.UTC(2026, 2, 2, 10),
    durationMs: answer.durationMs ?? 5,
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
