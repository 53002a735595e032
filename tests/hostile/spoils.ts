import { type EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { unspoiled, type Relayed, type Spoil } from './relay.ts'

const mebibyte = 1024 * 1024

/** Ways in which an otherwise sound service answers; the list of workspaces comes as it is, so that a run begins. */
export const spoils = {
  hangs: () => undefined,
  resets: (_, response) => {
    response.socket?.resetAndDestroy()
  },
  'closes early': ({ status, headers, body }, response) => {
    response.writeHead(status, { ...kept(headers), 'content-length': `${body.length + 10}` })
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  },
  'announces too much': ({ status, headers, body }, response) => {
    response.writeHead(status, { ...kept(headers), 'content-length': `${body.length + 7}` })
    response.write(body, () => response.socket?.end())
  },
  'announces too little': ({ status, headers, body }, response) => {
    const lines = Object.entries({ ...kept(headers), 'content-length': `${Math.max(0, body.length - 7)}` })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    response.socket?.write(`HTTP/1.1 ${status} OK\r\n${head}\r\n`)
    response.socket?.end(body)
  },
  'cuts JSON': ({ body, ...answer }, response) => {
    unspoiled({ ...fresh(answer), body: body.subarray(0, Math.max(1, body.length - 2)) }, response)
  },
  'is no UTF-8': ({ body, ...answer }, response) => {
    unspoiled(
      { ...fresh(answer), body: Buffer.from(body.toString('latin1').replaceAll('e', '\u00E9'), 'latin1') },
      response,
    )
  },
  'sends a gibibyte': async ({ status, headers }, response) => {
    response.writeHead(status, kept(headers))
    const chunk = Buffer.alloc(mebibyte, '[')
    for (let sent = 0; sent < 1024 && !response.destroyed; sent += 1)
      if (!response.write(chunk)) await drained(response)
    response.end()
  },
  'sends 10,000 headers': ({ status, headers, body }, response) => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x-h${index}`, `${index}`]))
    response.writeHead(status, { ...kept(headers), ...many })
    response.end(body)
  },
  'sends 10,000 answers in advance': async (answer, response) => {
    await sayInAdvance(response, 10_000)
    unspoiled(answer, response)
  },
  'only ever answers in advance': (_, response) => sayInAdvance(response, Infinity),
  'redirects without end': ({ asked }, response) => {
    response.writeHead(302, { location: asked.url ?? '/' })
    response.end()
  },
  'sends a gzip bomb': ({ status, headers }, response) => {
    response.writeHead(status, { ...kept(headers), 'content-encoding': 'gzip' })
    response.end(bomb())
  },
  drips: async ({ status, headers, body }, response) => {
    response.writeHead(status, kept(headers))
    for (const byte of body) {
      if (response.destroyed) return
      response.write(Buffer.from([byte]))
      await sleep(500)
    }
    response.end()
  },
  'sends 15 MiB of JSON': ({ body, ...answer }, response) => {
    const text = body.toString().trimEnd()
    const whole = text.endsWith('}') ? `${text.slice(0, -1)}${text === '{}' ? '' : ','}"more":[${filler()}]}` : text
    unspoiled({ ...fresh(answer), body: Buffer.from(whole.padEnd(15 * mebibyte)) }, response)
  },
  'sends 15 MiB of entries': ({ body, ...answer }, response) => {
    const text = body.toString().trimEnd()
    const whole = text.startsWith('{"items":[') ? `{"items":[${filler()}],"count":${fillers}}` : text
    unspoiled({ ...fresh(answer), body: Buffer.from(whole.padEnd(15 * mebibyte)) }, response)
  },
  'sends nothing but a head': ({ status, headers }, response) => {
    response.writeHead(status, kept(headers))
    response.flushHeaders()
  },
  '503 now and then': (answer, response) => {
    if (answer.number % 11 === 7) {
      // By the service itself: what something in front of it says would be waited out.
      response.writeHead(503, { ...kept(answer.headers), 'content-type': 'application/json' })
      response.end('{"error":"overloaded","message":"try again later"}')
    } else unspoiled(answer, response)
  },
  'resets now and then': (answer, response) => {
    if (answer.number % 17 === 11) response.socket?.resetAndDestroy()
    else unspoiled(answer, response)
  },
  'hangs now and then': (answer, response) => {
    if (answer.number % 41 !== 40) unspoiled(answer, response)
  },
  'deeply nested': (answer, response) => {
    unspoiled({ ...fresh(answer), body: Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) }, response)
  },
  'strange numbers and keys': (answer, response) => {
    const odd = '"__proto__":{"x":1},"constructor":7,"toString":1,"n":1e999,'
    const text = answer.body
      .toString()
      .replace('{', `{${odd}`)
      .replace(/"count":\d+/, '"count":1e400')
    unspoiled({ ...fresh(answer), body: Buffer.from(text) }, response)
  },
  'control characters in names': (answer, response) => {
    const evil = String.raw`\u001b]0;owned\u0007\u001b[2J\u001b[31m\u202e</script><script>alert(1)</script>]]>&<b onmouseover=x>\r\n::error::x\r\n##[error]x`
    const text = answer.body.toString().replaceAll(/"(name|message|userTitle)":"/g, `"$1":"${evil}`)
    unspoiled({ ...fresh(answer), body: Buffer.from(text) }, response)
  },
  'forged lines': (answer, response) => {
    const evil = String.raw`\u001b[2J\u009b31m\u001b]0;owned\u0007\u2066\u202e\r\nconformant: 336 conform, 0 violated\nreports: x\n`
    const text = answer.body
      .toString()
      .replaceAll(/"(id|name|message|userTitle|code|error|readable_id|created_at|part_number)":"/g, `"$1":"${evil}`)
    const headers = { ...kept(answer.headers), 'x-request-id': '\u009b31m\u0085conformant', 'retry-after': '\u009b2J' }
    unspoiled({ ...answer, headers, body: Buffer.from(text) }, response)
  },
} satisfies Readonly<Record<string, Spoil>>

export type SpoilName = keyof typeof spoils

/** Reads of a sound service before a run begins. */
export const readsBefore = 5

/** A spoil that leaves the list of workspaces as it is, and whatever a run asks for before it begins. */
export function sparingPreflight(spoil: Spoil): Spoil {
  return (answer, response) =>
    answer.number < readsBefore || (answer.asked.url ?? '').startsWith('/v1/public/workspaces?')
      ? unspoiled(answer, response)
      : spoil(answer, response)
}

function kept(headers: Relayed['headers']): Readonly<Record<string, string>> {
  const ofTheBody = new Set(['connection', 'transfer-encoding', 'content-length'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (ofTheBody.has(name) ? [] : [[name, String(value)]])),
  )
}

/** Without the length that the body had. */
function fresh<Answer extends Pick<Relayed, 'headers'>>(answer: Answer): Answer {
  return { ...answer, headers: kept(answer.headers) }
}

/** 1xx answers, which announce that the real one is yet to come. */
async function sayInAdvance(response: ServerResponse, times: number): Promise<void> {
  const many = 100
  const text = 'HTTP/1.1 103 Early Hints\r\nlink: </later>; rel=preload\r\n\r\n'.repeat(many)
  for (let said = 0; said < times; said += many) {
    const { socket } = response
    if (socket === null || !socket.writable) return
    if (!socket.write(text)) await drained(socket)
  }
}

/** Returns when there is room again, or nobody left to write to. */
async function drained(stream: EventEmitter): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(() => undefined)
  done.abort()
}

const fillers = 150_000
let filling: string | undefined

/** Records of no kind, about ten mebibytes of them. */
function filler(): string {
  filling ??= Array.from(
    { length: fillers },
    (_, index) => `{"id":"${index}","name":"a name of some length","n":[${index},1,2]}`,
  ).join(',')
  return filling
}

let compressed: Buffer | undefined

/** A gibibyte of spaces in about a megabyte, in members of 32 MiB each. */
function bomb(): Buffer {
  compressed ??= Buffer.concat(Array<Buffer>(32).fill(gzipSync(Buffer.alloc(32 * mebibyte, ' '), { level: 9 })))
  return compressed
}
