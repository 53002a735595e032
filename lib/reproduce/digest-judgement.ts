import { hash } from 'node:crypto'
import { bodyDigest } from '../client/body-digest.ts'
import type { RecordedBody } from '../client/exchange.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'

const digest = /\b[\da-f]{64}\b/
/** Few bytes are told themselves. */
const bytesInHex = /^"((?:[\da-f]{2})+)"$/

function toldDigest(text: string): string | undefined {
  const bytes = bytesInHex.exec(text)?.[1]
  if (bytes !== undefined && bytes.length !== 64) return hash('sha256', Buffer.from(bytes, 'hex'), 'hex')
  return digest.exec(text)?.[0]
}

/** The judgement of an answer by its bytes, where a finding tells their digest: those of another answer, or of what was uploaded. */
export function digestJudgement({ finding, judged, trail, lines }: JudgementSources): Judgement | undefined {
  const expected = toldDigest(finding.expected)
  if (expected === undefined || toldDigest(finding.received) !== bodyDigest(judged)) return undefined
  const bytes = trail
    .filter(({ sequence }) => sequence < judged.sequence)
    .flatMap((exchange) => {
      const step = lines.numberOf(exchange)
      if (step !== undefined && bodyDigest(exchange) === expected) return [`cat "$work/body-${step}"`]
      const body = lines.bodyOf(exchange)
      const part = exchange.request.body && partWith(exchange.request.body, expected)
      return part && body !== undefined ? [`tail -c +${part.from + 1} "$work/${body}" | head -c ${part.bytes}`] : []
    })[0]
  if (bytes === undefined) return undefined
  return {
    lines: [
      ...(judged.status < 400 ? [] : [`[ "$(status "$1")" = ${judged.status} ] && return 1`]),
      'accepted "$1" || return 2',
      `${bytes} >"$work/wanted"`,
      'cmp -s "$work/wanted" "$work/body-$1" && return 0',
      'return 1',
    ],
  }
}

interface Part {
  readonly from: number
  readonly bytes: number
}

/** Where the bytes with a digest stand in an upload; those of a long one are not kept, and the script sends as many others. */
function partWith(body: RecordedBody, sha256: string): Part | undefined {
  const cut = body.truncated ? /^(.*?\r\n\r\n)\((\d+) bytes, SHA-256 ([\da-f]+)\)\r\n/s.exec(body.text) : undefined
  if (cut)
    return sha256.startsWith(cut[3] ?? '')
      ? { from: Buffer.byteLength(cut[1] ?? ''), bytes: Number(cut[2]) }
      : undefined
  const content = Buffer.from(body.content ?? body.text)
  const boundary = content.subarray(0, content.indexOf('\r\n'))
  for (let from = content.indexOf('\r\n\r\n') + 4; from > 3; from = content.indexOf('\r\n\r\n', from) + 4) {
    const end = content.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), from)
    if (end < 0) return undefined
    if (hash('sha256', content.subarray(from, end), 'hex') === sha256) return { from, bytes: end - from }
  }
  return undefined
}
