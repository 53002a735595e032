import { hash } from 'node:crypto'
import { decodeBody, type DecodedBody, parseJsonBody } from './decode-body.ts'
import type { WireAnswer } from './dispatch-request.ts'
import type { Exchange } from './exchange.ts'
import { parseWithinBudget } from './parsed-bodies.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { TransportError } from './transport-error.ts'

/** The kept part of a body above the bound: enough to show, because no claim can use half a body. */
const keptOfTooLong = 65_536

/** The bytes of a longer body are not kept beside its parsed form. */
const heldTwice = 4 * 1024 * 1024

interface Circumstances extends Pick<Exchange, 'sequence' | 'startedAt' | 'durationMs'> {
  /** Decoding stops here. */
  readonly maxBytes: number
}

/** A request and its answer for checks and reports: the body decoded, and parsed if it is JSON. */
export async function recordExchange(
  request: PreparedRequest,
  answer: WireAnswer,
  { maxBytes, sequence, startedAt, durationMs }: Circumstances,
): Promise<Exchange> {
  const encoding = answer.headers['content-encoding']
  const decoded =
    encoding === undefined || answer.bytes.length === 0
      ? { bytes: answer.bytes, length: answer.received, truncated: false, problem: undefined }
      : await decodeBody(answer.bytes, encoding, maxBytes)
  const bodyTruncated = answer.truncated || decoded.truncated
  const parsing = jsonOf(request, answer, { ...decoded, truncated: bodyTruncated })
  const parsed = parsing instanceof Promise ? await parsing : parsing
  if (parsed === undefined) throw noRoom(request, answer, decoded)
  const isHeldAsData = typeof parsed.json === 'object' && decoded.bytes.byteLength > heldTwice
  const isCut = bodyTruncated || isHeldAsData
  // All fields, in this order: code that reads thousands of exchanges then sees one object shape.
  return {
    sequence,
    startedAt,
    durationMs,
    endpoint: request.description.endpoint,
    identity: request.identity,
    check: request.description.check,
    broken: request.description.broken,
    atOnce: request.description.atOnce,
    request: request.record,
    status: answer.status,
    headers: answer.headers,
    // A copy: a part would hold on to the whole.
    body: isCut ? Buffer.from(decoded.bytes.subarray(0, keptOfTooLong)) : decoded.bytes,
    bodyBytes: decoded.length,
    bodyTruncated,
    sha256: isCut || parsed.json === undefined ? hash('sha256', decoded.bytes, 'hex') : undefined,
    json: parsed.json,
    jsonProblem: parsed.jsonProblem,
  }
}

/** A request and the received part of its interrupted answer; the status is 0 if there was none. */
export function lostExchange(
  request: PreparedRequest,
  { status = 0, headers, receivedBytes = 0 }: TransportError,
  timing: Pick<Exchange, 'sequence' | 'startedAt'>,
): Exchange {
  return {
    ...timing,
    durationMs: Date.now() - timing.startedAt,
    endpoint: request.description.endpoint,
    identity: request.identity,
    check: request.description.check,
    broken: request.description.broken,
    atOnce: request.description.atOnce,
    request: request.record,
    status,
    headers,
    body: new Uint8Array(),
    bodyBytes: receivedBytes,
    bodyTruncated: true,
    json: undefined,
    jsonProblem: status === 0 ? 'there was no answer' : 'the answer was cut off',
  }
}

type Parsed = Pick<Exchange, 'json' | 'jsonProblem'>

/** Nearly always immediately. `undefined` if there is no room for it. */
function jsonOf(
  { method }: PreparedRequest,
  { status, headers }: WireAnswer,
  { bytes, length, truncated, problem }: DecodedBody,
): Parsed | undefined | Promise<Parsed | undefined> {
  const bodiless = method === 'HEAD' || status === 204 || status === 304
  if (bodiless) return { json: undefined, jsonProblem: undefined }
  if (problem !== undefined) return { json: undefined, jsonProblem: problem }
  if (truncated) return { json: undefined, jsonProblem: `the body is longer than ${length} bytes` }
  return parseWithinBudget(bytes.byteLength, () => parseJsonBody(bytes, headers['content-type']))
}

function noRoom({ record: { method, path } }: PreparedRequest, { status }: WireAnswer, { bytes }: DecodedBody): Error {
  const reason = `the run has reached its memory limit and cannot store ${bytes.byteLength} more bytes`
  return new TransportError({ kind: 'too-large', reason, method, path, status, receivedBytes: bytes.byteLength })
}
