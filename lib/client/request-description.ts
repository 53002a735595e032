import type { EndpointId } from '../service/interface/endpoint.ts'
import type { Identity } from './exchange.ts'
import type { FormPart, FormSpelling } from './multipart.ts'

export type QueryValue = string | number | boolean | readonly string[] | undefined

/** A request as a check describes it. At most one of `json`, `rawBody` and `form` is set. */
export interface RequestDescription {
  readonly method: string
  /** From `/v1/public` on, with path parameters filled in; or a hostile path, which is sent unchanged. */
  readonly path: string
  /** `undefined` is left out, a list is repeated. */
  readonly query?: Readonly<Record<string, QueryValue>>
  /**
   * Replaces headers of the same name that the client would send; with `transfer-encoding: chunked` the body is sent in chunks.
   * Characters up to U+00FF are sent as single bytes.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** `own` without it. */
  readonly as?: Identity
  readonly json?: unknown
  readonly rawBody?: string | Uint8Array
  /** By default `application/json` for `json` and none for `rawBody`; for a form, `{boundary}` in it is replaced by the boundary. */
  readonly contentType?: string
  readonly form?: readonly FormPart[]
  /** How the form is spelt, if that is unusual. */
  readonly spelling?: FormSpelling | undefined
  readonly endpoint?: EndpointId
  /** Title of the check that sends it. */
  readonly check: string
  /** What is wrong with it on purpose. */
  readonly broken?: string | undefined
  /** Whether the check judges the key itself: that the target refuses it is then an answer like any other. */
  readonly judgesKey?: boolean | undefined
  /** The same number for all that a check sends at once. */
  readonly atOnce?: number | undefined
  /** `false` neither waits for the rate limit nor repeats after a 429, but returns the 429. */
  readonly pace?: boolean | undefined
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request with this method only reads. */
export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method)
}
