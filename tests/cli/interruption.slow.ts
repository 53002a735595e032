import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { everythingIn } from '../hostile/foreign-ids.ts'
import { startCli } from './start-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'interruption-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Stands before a reference, counts what passes, and delays it where that is asked for. */
async function openCounter(reference: Reference, delay: (method: string) => number = () => 0) {
  const seen: { readonly method: string; readonly at: number }[] = []
  const server = createServer((asked, response) => {
    const { method = 'GET', url = '/', headers } = asked
    seen.push({ method, at: Date.now() })
    response.on('error', () => undefined)
    const forwarded = request(`${reference.baseUrl}${url}`, { method, headers }, (answer) => {
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }, delay(method))
    })
    forwarded.on('error', () => response.destroy())
    asked.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Interrupted {
  readonly code: number | null
  /** When the signal was sent. */
  readonly since: number
  readonly seconds: number
  readonly reports: string
}

/** Starts a whole run with controls, and sends a signal when it has sent as many requests. */
async function interrupt(
  reference: Reference,
  { url, seen }: { readonly url: string; readonly seen: readonly unknown[] },
  { signal, after }: { readonly signal: NodeJS.Signals; readonly after: number },
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
    CONFORMANCE_API_KEY: reference.keys.key,
    PRODUCT_DATA_CONTROL_URL: reference.controlUrl,
  })
  const ended = once(child, 'exit')
  while (seen.length < after && child.exitCode === null) await sleep(5)
  const since = Date.now()
  child.kill(signal)
  const [code] = await ended
  return { code: typeof code === 'number' ? code : null, since, seconds: (Date.now() - since) / 1000, reports }
}

const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** Twenty moments, from the first request on. */
const moments = signals
  .flatMap((signal, index) => Array.from({ length: 7 }, (_, step) => ({ signal, after: 1 + 130 * (3 * step + index) })))
  .slice(0, 20)

// Most of a run that is interrupted is waiting: several at a time take no longer than one.
describe.concurrent('after a signal nothing more is checked, and what was made and changed is undone', () => {
  test.each(moments)('$signal after $after requests', async ({ signal, after }) => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      const before = await everythingIn(reference)
      await using counter = await openCounter(reference)
      const { code, since, reports } = await interrupt(reference, counter, { signal, after })
      expect(code).toBe(2)
      const report = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
      expect(report.problems[0]).toBe(`run: interrupted by ${signal}`)
      expect(await everythingIn(reference)).toEqual(before)
      const ledgers = existsSync(reports) ? readFileSync(join(reports, 'summary.md'), 'utf8') : ''
      expect(ledgers).not.toContain('left behind')
      expect(counter.seen.length).toBeLessThan(after + 1500)
      // A teardown reads and deletes.
      const late = counter.seen.filter(({ at }) => at > since + 5000).map(({ method }) => method)
      expect(new Set(late).difference(new Set(['GET', 'DELETE']))).toEqual(new Set())
    } finally {
      await reference.close()
    }
  })

  test('a service that answers slowly does not hold up the end', async () => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      await using counter = await openCounter(reference, (method) => (method === 'POST' ? 20_000 : 0))
      const { code, seconds } = await interrupt(reference, counter, { signal: 'SIGINT', after: 20 })
      expect(code).toBe(2)
      expect(seconds).toBeLessThan(40)
    } finally {
      await reference.close()
    }
  })
})
