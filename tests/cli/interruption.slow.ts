import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { everythingIn } from '../hostile/foreign-ids.ts'
import { startCli } from './start-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('interruption-')

/** A request as the target receives it. */
interface Received {
  readonly method: string
  readonly url: string
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(response)
}

/**
 * Stands before a reference and notes what passes; some methods it may never answer. Held, it gives no more answers until it
 * receives what `release` is waiting for.
 */
async function openCounter(reference: Reference, isAnswered: (method: string) => boolean = () => true) {
  const seen: Received[] = []
  const held: (() => void)[] = []
  let holdsUntil: ((received: Received) => boolean) | undefined
  const release = (): void => {
    holdsUntil = undefined
    for (const answer of held.splice(0)) answer()
  }
  const server = createServer((asked, response) => {
    const { method = 'GET', url = '/', headers } = asked
    seen.push({ method, url })
    if (holdsUntil?.({ method, url }) === true) release()
    response.on('error', () => undefined)
    const forwarded = request(`${reference.baseUrl}${url}`, { method, headers }, (answer) => {
      if (!isAnswered(method)) return void answer.resume()
      if (holdsUntil === undefined) pass(answer, response)
      else held.push(() => pass(answer, response))
    })
    forwarded.on('error', () => response.destroy())
    asked.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    holdUntil: (isAwaited: (received: Received) => boolean): void => {
      holdsUntil = isAwaited
    },
    [Symbol.asyncDispose]: async () => {
      release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Counter = Awaited<ReturnType<typeof openCounter>>

/** A teardown begins with a search for the mark of the run, which no check asks for. */
function beginsTeardown({ method, url }: Received): boolean {
  return method === 'GET' && /^\/v1\/public\/products\?q=[a-z0-9]{8}&limit=1$/.test(url)
}

interface Interrupted {
  readonly code: number | null
  /** What was received from when the run said that it had noticed the signal. */
  readonly since: readonly Received[]
  readonly reports: string
}

/** Starts a whole run with controls, and sends a signal when it has sent as many requests. */
async function interrupt(
  reference: Reference,
  { url, seen, holdUntil }: Counter,
  { signal, after, holds }: { readonly signal: NodeJS.Signals; readonly after: number; readonly holds: boolean },
): Promise<Interrupted> {
  const reports = mkdtempSync(join(root, 'run-'))
  const words = [
    'run',
    '--base-url',
    url,
    '--allow-writes',
    '--allow-traces',
    '--effort',
    'quick',
    '--reports',
    reports,
  ]
  const child = startCli([...words, '--controls', join(import.meta.dirname, '../../reference/controls-module.ts')], {
    CONFORMANCE_API_KEY: reference.keys.own,
    PRODUCT_DATA_CONTROL_URL: reference.controlUrl,
  })
  const ended = once(child, 'exit')
  let noticed: number | undefined
  child.stderr?.on('data', (text: Buffer) => {
    if (text.toString().includes(`${signal}: ending the running checks`)) noticed ??= seen.length
  })
  while (seen.length < after && child.exitCode === null) await sleep(5)
  if (holds) holdUntil(beginsTeardown)
  child.kill(signal)
  const [code] = await ended
  return {
    code: typeof code === 'number' ? code : null,
    since: seen.slice(noticed),
    reports,
  }
}

const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** Twenty moments, from the first request on. */
const moments = signals
  .flatMap((signal, index) => Array.from({ length: 7 }, (_, step) => ({ signal, after: 1 + 130 * (3 * step + index) })))
  .slice(0, 20)

/** Requests under way when a signal comes, and those that a check sends beyond them at once. */
const mostUnderWay = 64

// Most of a run that is interrupted is waiting: several at a time take no longer than one.
describe.concurrent('after a signal nothing more is checked, and what was made and changed is undone', () => {
  test.each(moments)('$signal after $after requests', async ({ signal, after }) => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      const before = await everythingIn(reference)
      await using counter = await openCounter(reference)
      // The first request asks whether the target is there: without an answer there is no run to interrupt.
      const { code, since, reports } = await interrupt(reference, counter, { signal, after, holds: after > 1 })
      expect(code).toBe(2)
      const report = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
      expect(report.problems[0]).toBe(`run: interrupted by ${signal}`)
      expect(await everythingIn(reference)).toEqual(before)
      const ledgers = existsSync(reports) ? readFileSync(join(reports, 'summary.md'), 'utf8') : ''
      expect(ledgers).not.toContain('left behind')
      // No check under way had an answer meanwhile: the turn of the teardown came all the same, and no check began.
      const begin = since.findIndex((received) => beginsTeardown(received))
      expect(begin === -1 ? since.length : begin).toBeLessThan(mostUnderWay)
      // A teardown reads and deletes.
      const torn = begin === -1 ? [] : since.slice(begin).map(({ method }) => method)
      expect(new Set(torn).difference(new Set(['GET', 'DELETE']))).toEqual(new Set())
    } finally {
      await reference.close()
    }
  })

  test('what is never answered does not keep a run from its end', async () => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      await using counter = await openCounter(reference, (method) => method !== 'POST')
      const { code, since } = await interrupt(reference, counter, { signal: 'SIGINT', after: 20, holds: false })
      expect(code).toBe(2)
      expect(since.map(({ method }) => method)).not.toContain('POST')
    } finally {
      await reference.close()
    }
  })
})
