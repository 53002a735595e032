import type { EndpointId } from '../service/interface/endpoint.ts'
import type { KeyedText } from './keyed-text.ts'

/** The owner of the key of a request. `none`: no Authorization header; `forged`: the check wrote its own credentials. */
export type Identity = 'own' | 'same-organization' | 'other-organization' | 'revoked' | 'none' | 'forged'

/** The kept part of a body: bounded text for people, and the length of the whole. */
export interface RecordedBody {
  readonly text: string
  readonly bytes: number
  readonly truncated: boolean
  /** If `text` differs from what was sent: `requestDigest` returns it for each. */
  readonly sha256?: string
  /** How a body ends whose text is cut. */
  readonly ending?: string
  /** The bytes of a short body that is not a text. */
  readonly content?: Uint8Array
  /** The bytes of short parts of a longer body, by their placeholders in `text`. */
  readonly shortParts?: Readonly<Record<string, Uint8Array>>
}

/** One request as sent; secrets are already replaced. */
export interface SentRequest {
  readonly method: string
  /** Path and query after the base URL, for example `/v1/public/products?limit=1`. */
  readonly path: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | undefined
  /** The path and headers with replaced keys, as parts that can be joined again. */
  readonly keyed?: { readonly path?: KeyedText; readonly headers: Readonly<Record<string, KeyedText>> }
}

/** One request and its response, recorded. Header names are lower case; repeated headers are joined by a comma and a space. */
export interface Exchange {
  /** Number of the exchange within the run, from 1. */
  readonly sequence: number
  readonly endpoint: EndpointId | undefined
  readonly identity: Identity
  /** The title of the check that sent it. */
  readonly check: string
  /** The deliberate mistake in the request; `undefined` if the request keeps the contract. */
  readonly broken: string | undefined
  readonly request: SentRequest
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, up to the client's bound. */
  readonly body: Uint8Array
  readonly bodyBytes: number
  readonly bodyTruncated: boolean
  /** For a body that is not JSON, or of which only a part is kept: `bodyDigest` returns it for each. */
  readonly sha256?: string | undefined
  /** The body parsed as JSON, or `undefined` if it is not JSON. */
  readonly json: unknown
  /** Why the body is not JSON, or not UTF-8; `undefined` if it parsed, or if nothing declares it as JSON. */
  readonly jsonProblem: string | undefined
  /** The same number for all that the check sent at once. */
  readonly atOnce?: number | undefined
  /** Milliseconds since the epoch on our clock. */
  readonly startedAt: number
  readonly durationMs: number
}

/** Whether there is an answer, and it is a success: any 2xx. */
export function succeeded(answer: Pick<Exchange, 'status'> | undefined): boolean {
  const { status } = answer ?? { status: 0 }
  return status >= 200 && status < 300
}

/** Whether the target rejected the request: any 4xx. */
export function rejected({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 400 && status < 500
}
