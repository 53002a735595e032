import { isRecord } from '../../lib/contract/is-record.ts'
import type { Reference } from '../../reference/start-reference.ts'

/** A request to a reference; with its own organization's key unless another one is named, null for none. */
export interface Question {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** What came back. A body that is no JSON object is an empty one. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Asks a reference; paths begin after `/v1/public`. */
export async function ask(
  reference: Pick<Reference, 'baseUrl' | 'keys'>,
  { method = 'GET', path, body, key = reference.keys.own, headers = {} }: Question,
): Promise<Answer> {
  const response = await fetch(`${reference.baseUrl}/v1/public${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: recordOf(await response.text()) }
}

/** A text field of an answer. */
export function textOf({ body }: Answer, name: string): string {
  return String(body[name])
}

/** One field of every entry of a list. */
export function entriesOf({ body }: Answer, name: string): readonly unknown[] {
  const items: unknown = body['items']
  return Array.isArray(items) ? items.map((item: unknown) => (isRecord(item) ? item[name] : undefined)) : []
}

function recordOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return isRecord(value) ? value : {}
}
