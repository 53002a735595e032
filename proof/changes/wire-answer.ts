import type { FastifyReply } from 'fastify'
import type { Answer, Sending } from './change.ts'

/** What is about to be sent, as changes of answers see it. */
export function answerOf(route: string, { request, reply, payload }: Sending): Answer {
  const headers = headersOf(reply)
  const isJson = typeof payload === 'string' && payload !== '' && headers['content-type']?.includes('json') === true
  const isHeld = typeof payload === 'string' || Buffer.isBuffer(payload)
  return {
    route,
    request,
    status: reply.statusCode,
    headers,
    json: isJson ? JSON.parse(payload) : undefined,
    bytes: !isJson && isHeld ? Buffer.from(payload) : undefined,
  }
}

/** Writes an answer in place of the sound one; returns the payload to send. */
export function writeAnswer(answer: Answer, sound: Answer, { reply, payload }: Sending): unknown {
  reply.code(answer.status)
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined) reply.removeHeader(name)
    else if (value !== sound.headers[name]) reply.header(name, value)
  }
  for (const name of Object.keys(sound.headers)) if (!Object.hasOwn(answer.headers, name)) reply.removeHeader(name)
  if (answer.json === sound.json && answer.bytes === sound.bytes) return payload
  reply.removeHeader('content-length')
  return answer.json === undefined ? (answer.bytes ?? '') : JSON.stringify(answer.json)
}

function headersOf(reply: FastifyReply): Answer['headers'] {
  const entries = Object.entries(reply.getHeaders())
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === undefined ? undefined : String(value)] as const),
  )
}
