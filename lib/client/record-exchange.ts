import { hash } from 'node:crypto'
import { decodeBody, type DecodedBody } from './decode-body.ts'
import type { WireAnswer } from './dispatch-request.ts'
import type { Exchange } from './exchange.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { parseWithinBudget } from './parsed-bodies.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { TransportError } from './transport-error.ts'

/** What is kept of a body that is longer than the bound: enough to show, for no claim can be made of half a body. */
const keptOfTooLong = 65_536

/** A longer body is not held as bytes beside what was parsed of it. */
const heldTwice = 4 * 1024 * 1024

interface Circumstances extends Pick<Exchange, 'sequence' | 'startedAt' | 'durationMs'> {
  /** Decoding stops here. */
  readonly maxBytes: number
}

/** A request and its answer as checks and reports see them: the body decoded, and parsed where it is JSON. */
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
  // Field by field and all of them: what reads thousands of exchanges meets one shape of them.
  return {
    sequence,
    startedAt,
    durationMs,
    endpoint: request.description.endpoint,
    identity: request.identity,
    check: request.description.check,
    broken: request.description.broken,
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

/** A request and the answer that was cut off, as far as it came; its status is 0 where none had begun. */
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

/** Nearly always at once. `undefined` where there is no room for it. */
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
