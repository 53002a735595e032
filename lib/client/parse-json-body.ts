import { isRecord } from '../contract/is-record.ts'
import { nestingDepth } from './nesting-depth.ts'

export interface ParsedBody {
  readonly json: unknown
  /** Why the body is not JSON although its content type says so. */
  readonly jsonProblem: string | undefined
}

/** Deeper values would overflow the stack of recursive code. */
const deepest = 500

const spaces = new Set([0x20, 0x09, 0x0a, 0x0d])
const notJson: ParsedBody = { json: undefined, jsonProblem: undefined }
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a body that is declared as JSON, or looks like it. */
export function parseJsonBody(bytes: Uint8Array, contentType: string | undefined): ParsedBody {
  const announced = /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType ?? '')
  if (!announced && !looksLikeJson(bytes)) return notJson
  const problem = (jsonProblem: string): ParsedBody => (announced ? { json: undefined, jsonProblem } : notJson)
  if (bytes.byteLength === 0) return problem('the body is empty')
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return problem('the body is not valid UTF-8')
  }
  if (nestingDepth(text, deepest) > deepest) return problem(`the body is nested deeper than ${deepest} levels`)
  try {
    return { json: printableValues(text), jsonProblem: undefined }
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error))
  }
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => !spaces.has(byte))
  return first === 0x7b || first === 0x5b
}

/** A target may name a field `toString` or `valueOf`; its record is turned into text anyway. */
function printableValues(text: string): unknown {
  if (!/"(?:toString|valueOf)"/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    isRecord(value) ? Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' }) : value,
  )
}
