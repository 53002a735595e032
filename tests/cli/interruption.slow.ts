import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
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

/** Stands before a reference and notes what passes; some methods it may never answer, and held, it answers nothing. */
async function openCounter(reference: Reference, isAnswered: (method: string) => boolean = () => true) {
  const seen: Received[] = []
  const held: (() => void)[] = []
  let isHeld = false
  const release = (): void => {
    isHeld = false
    for (const answer of held.splice(0)) answer()
  }
  const server = createServer((asked, response) => {
    const { method = 'GET', url = '/', headers } = asked
    seen.push({ method, url })
    response.on('error', () => undefined)
    const forwarded = request(`${reference.baseUrl}${url}`, { method, headers }, (answer) => {
      if (!isAnswered(method)) return void answer.resume()
      if (isHeld) held.push(() => pass(answer, response))
      else pass(answer, response)
    })
    forwarded.on('error', () => response.destroy())
    asked.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    hold: (): void => {
      isHeld = true
    },
    release,
    [Symbol.asyncDispose]: async () => {
      release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Counter = Awaited<ReturnType<typeof openCounter>>

interface Moment {
  readonly signal: NodeJS.Signals
  readonly isDue: (seen: readonly Received[]) => boolean
  /** Whether nothing is answered from then on until the teardown. */
  readonly holds: boolean
}

interface Interrupted {
  readonly code: number | null
  /** What was received from when the run said that it had noticed the signal, and from its teardown on. */
  readonly underWay: readonly Received[]
  readonly teardown: readonly Received[]
  readonly reports: string
}

/** Starts a whole run with controls, and sends a signal at the given moment, by the requests so far. */
async function interrupt(
  reference: Reference,
  { url, seen, hold, release }: Counter,
  { signal, isDue, holds }: Moment,
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
    '--json',
    '--reports',
    reports,
  ]
  const child = startCli([...words, '--controls', join(import.meta.dirname, '../../reference/controls-module.ts')], {
    CONFORMANCE_API_KEY: reference.keys.own,
    PRODUCT_DATA_CONTROL_URL: reference.controlUrl,
  })
  const ended = once(child, 'exit')
  let noticed: number | undefined
  let torn: number | undefined
  child.stderr?.on('data', (text: Buffer) => {
    if (text.toString().includes(`${signal}: ending the running checks`)) noticed ??= seen.length
  })
  child.stdout?.on('data', (text: Buffer) => {
    if (!text.toString().includes('"phase":"removing test data"')) return
    torn ??= seen.length
    release()
  })
  while (!isDue(seen) && child.exitCode === null) await sleep(5)
  if (holds) hold()
  child.kill(signal)
  const [code] = await ended
  return {
    code: typeof code === 'number' ? code : null,
    underWay: seen.slice(noticed, torn),
    teardown: seen.slice(torn ?? seen.length),
    reports,
  }
}

const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const

/** Twenty moments, from the first request on. */
const moments = signals
  .flatMap((signal, index) => Array.from({ length: 7 }, (_, step) => ({ signal, after: 1 + 130 * (3 * step + index) })))
  .slice(0, 20)

/**
 * The records that are in no product with a file of which the service shows no name that was sent. Nothing tells whose such a file
 * is while its upload is unanswered: it stays, with its product, and the run names it.
 */
function withoutUnnamedUploads(left: readonly string[]): readonly string[] {
  const unnamed = left.filter((line) => /^files .*"name":"unnamed"/.test(line))
  const places = unnamed.flatMap((line) =>
    [...line.matchAll(/"(?:product|target)_id":"([^"]+)"/g)].map(([, id = '']) => id),
  )
  return left.filter((line) => !places.some((id) => line.includes(id)))
}

/** Requests under way when a signal comes, and those that a check sends beyond them at once. */
const mostUnderWay = 64

// Half of a run that is interrupted is waiting: two at a time take no longer than one.
describe.concurrent('after a signal nothing more is checked, and what was made and changed is undone', () => {
  test.each(moments)('$signal after $after requests', async ({ signal, after }) => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      const before = await everythingIn(reference)
      await using counter = await openCounter(reference)
      // The first request asks whether the target is there: without an answer there is no run to interrupt.
      const { code, underWay, teardown, reports } = await interrupt(reference, counter, {
        signal,
        isDue: (seen) => seen.length >= after,
        holds: after > 1,
      })
      expect(code).toBe(2)
      const report = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
      expect(report.problems[0]).toBe(`run: interrupted by ${signal}`)
      const records = await everythingIn(reference)
      expect(records).toEqual(expect.arrayContaining([...before]))
      const left = records.filter((line) => !before.includes(line))
      expect(withoutUnnamedUploads(left)).toEqual([])
      expect(report.problems.some((problem: string) => problem.startsWith('left behind'))).toBe(left.length > 0)
      // No check under way had an answer meanwhile: the turn of the teardown came all the same, and no check began.
      expect(underWay.length).toBeLessThan(mostUnderWay)
      // A teardown reads and deletes.
      expect(new Set(teardown.map(({ method }) => method)).difference(new Set(['GET', 'DELETE']))).toEqual(new Set())
    } finally {
      await reference.close()
    }
  })

  test('what is never answered does not keep a run from its end', async () => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      await using counter = await openCounter(reference, (method) => method !== 'POST')
      const { code, underWay, teardown } = await interrupt(reference, counter, {
        signal: 'SIGINT',
        isDue: (seen) => seen.some(({ method }) => method === 'POST'),
        holds: false,
      })
      expect(code).toBe(2)
      expect([...underWay, ...teardown].map(({ method }) => method)).not.toContain('POST')
    } finally {
      await reference.close()
    }
  })
})
