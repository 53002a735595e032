import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { leaks } from '../client/key-forms.ts'
import { openServer } from '../client/open-server.ts'
import { portOfItsOwn } from '../client/port-of-its-own.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { expectSoundEnd } from './expect-sound-end.ts'
import { echoesTheKey } from './indiscreet.ts'
import { judgeHostile, type HostileOptions, type Judged } from './judge-hostile.ts'
import { judgeTurned } from './judge-turned.ts'
import { openRelay, unspoiled, type Spoil } from './relay.ts'
import { sparingPreflight, spoils, type SpoilName } from './spoils.ts'
import { problemLine } from '../../lib/report/problems-of.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const someKey = 'svc_api_hostile0123456789012345678901234567890'

const directory = temporaryDirectory('hostile-')

async function judgeSpoiled(spoil: Spoil, options: Partial<HostileOptions> = {}): Promise<Judged> {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, spoil)
    return await judgeHostile(relay.url, { key: reference.keys.own, ...options })
  } finally {
    await reference.close()
  }
}

/** The same, of a service that knows nothing of the reference. */
async function judgeIndependent(spoil: Spoil, options: Partial<HostileOptions> = {}): Promise<Judged> {
  const server = await startServer('express')
  try {
    await using relay = await openRelay(server.baseUrl, spoil)
    return await judgeHostile(relay.url, { key: serverKeys.own, ...options })
  } finally {
    await server.close()
  }
}

// The second tier tries the others; that each is caught by the checks is shown without the command.
test.concurrent('a server that always answers {} once the run has begun is non-conformant', async () => {
  const judged = await judgeTurned('always {}')
  expectSoundEnd(judged)
  expect(judged.report?.verdict).toBe('non-conformant')
  expect(judged.code).toBe(1)
})

describe('a service whose answers never arrive whole', { concurrent: true }, () => {
  // How much is lost before the deadline is a matter of the machine, and so is what the teardown leaves: where the deadline is over
  // before the run has begun, there is no report.
  test.each<SpoilName>(['hangs', 'drips'])(
    '%s: the run ends by its deadline and holds nothing against the target',
    async (name) => {
      const { report, ...judged } = await judgeSpoiled(sparingPreflight(spoils[name]), {
        deadline: 12,
        only: 'WS || PROD',
      })
      expectSoundEnd({ report, ...judged })
      expect(report?.summary.violated ?? 0).toBe(0)
      const problems = report?.problems?.map(problemLine) ?? []
      const isLeft = problems.some((line) => line.startsWith('note: left behind')) ? 1 : 0
      expect(judged.code).toBe((report?.verdict ?? 'error') === 'error' ? 2 : isLeft)
    },
  )

  test('resets: the run ends by itself, and nothing but the missing answers is held against the target', async () => {
    const judged = await judgeSpoiled(sparingPreflight(spoils.resets), { only: 'WS || PROD' })
    expectSoundEnd(judged)
    const violated = judged.report?.requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
    expect(violated).toEqual(['GEN-10'])
    expect(judged.code).toBe(1)
  })

  test('one that never answers at all is not reached', async () => {
    await using server = await openServer(() => undefined)
    const { code, stderr } = await judgeHostile(server.url, { key: someKey, deadline: 2 })
    // The second where the deadline is over before the request is sent.
    expect(stderr).toMatch(
      /^error: .*(?:cannot be reached \((?:timeout|deadline): no answer within|gave no answer before the deadline).*\n$/,
    )
    expect(code).toBe(2)
  })
})

describe('a sound service', () => {
  test('a whole run on it stays small', async () => {
    const judged = await judgeSpoiled(unspoiled, { deadline: 300 })
    expectSoundEnd(judged)
    expect(judged.report?.verdict).toBe('incomplete')
    expect(judged.memory).toBeLessThan(memoryBound)
  })
})

describe('a service that sends too much', { concurrent: true }, () => {
  const lavish = [
    'sends a gibibyte',
    'sends 10,000 headers',
    'sends a gzip bomb',
    'sends 10,000 answers in advance',
    'only ever answers in advance',
    'redirects without end',
  ] as const
  test.each(lavish)('%s: the run stays small', async (name) => {
    const judged = await judgeSpoiled(sparingPreflight(spoils[name]), { deadline: 8, only: 'WS || PROD' })
    expectSoundEnd(judged)
    expect(judged.memory).toBeLessThan(memoryBound)
  })
})

/**
 * Megabytes at the peak, whatever the target, which sends more than a thousand. A run needs less than 512, and more on a machine on which
 * garbage is collected later.
 */
const memoryBound = 768

/** The names of the first 200 products. */
async function productsOf({ baseUrl, keys }: Reference): Promise<readonly string[]> {
  const url = `${baseUrl}/v1/public/products?limit=200`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${keys.own}` } })
  return [...(await answer.text()).matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name)
}

/** Checks that are under way at once. */
const mostUnderWay = 32

describe('a service that restarts in mid-run', { concurrent: true }, () => {
  test.each([
    { what: 'with all that it knew', data: join(directory, 'restarted.sqlite'), isCleanedUp: true },
    { what: 'without memory, the keys included', data: ':memory:', isCleanedUp: false },
  ])('$what: what was cut off is told, and what is left behind', async ({ data, isCleanedUp }) => {
    const port = await portOfItsOwn()
    let reference = await startReference({ data, port })
    const { baseUrl, keys } = reference
    try {
      const before = await productsOf(reference)
      const judging = judgeHostile(baseUrl, { key: keys.own, deadline: 300 })
      while ((await productsOf(reference)).length === before.length) await sleep(20)
      await reference.close()
      await sleep(500)
      reference = await startReference({ data, port })
      const judged = await judging
      expectSoundEnd(judged)
      const problems = (judged.report?.problems ?? []).map(problemLine)
      const cutOff = problems.filter((line) => /^transport: .*(?:connection|ECONN|socket|closed)/.test(line))
      // What was under way may be cut off; what comes after is held until the service is back.
      expect(cutOff.length).toBeLessThan(mostUnderWay)
      // A service without its keys refuses that of the run: nothing more is sent.
      const told = problems.join('\n')
      expect(told.includes('the target has refused the API key of the run')).toBe(!isCleanedUp)
      expect(isCleanedUp && told.includes('most checks got no answer')).toBe(false)
      expect(judged.stderr.includes('left behind')).toBe(!isCleanedUp)
      const after = await productsOf(reference)
      expect(after.filter((name) => !before.includes(name))).toEqual([])
    } finally {
      await reference.close()
    }
  })
})

describe('secrets', { concurrent: true }, () => {
  test('a key that the target echoes everywhere is in no output', async () => {
    const judged = await judgeIndependent(echoesTheKey)
    expectSoundEnd(judged)
    expect(judged.code).toBe(1)
    expect(leaks(judged.everything, serverKeys.own)).toBe(false)
  })

  test('a redirect is not followed: the key stays with the target', async () => {
    const strayed: string[] = []
    await using elsewhere = await openServer((request, response) => {
      strayed.push(`${request.method} ${request.url}`)
      response.end('{}')
    })
    const redirecting: Spoil = (_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/public/workspaces` })
      response.end()
    }
    const judged = await judgeSpoiled(sparingPreflight(redirecting), { only: 'WS || PROD' })
    expectSoundEnd(judged)
    expect(judged.report?.verdict).toBe('non-conformant')
    expect(strayed).toEqual([])
  })
})

test.concurrent.each([spoils['forged lines'], sparingPreflight(spoils['forged lines'])])(
  'a target forges no line and moves no terminal',
  async (spoil) => {
    const { code, stdout, stderr } = await judgeIndependent(spoil, { only: 'PROD || FILE || ERR || GEN' })
    const lines = `${stdout}${stderr}`
    // oxlint-disable-next-line no-control-regex -- controls are what it looks for
    expect(lines).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/)
    expect(lines).not.toMatch(/^\W*(?:conformant:|reports: x)/m)
    expect(lines).toContain('conformant')
    expect([1, 2]).toContain(code)
  },
)

test.concurrent('control characters and markup in what the target sends reach neither terminal nor page', async () => {
  const judged = await judgeIndependent(spoils['control characters in names'], { only: 'PROD || FILE || ERR' })
  expectSoundEnd(judged)
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  expect(`${judged.stdout}${judged.stderr}`).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/)
  // Where a CI runner reads commands.
  expect(`${judged.stdout}${judged.stderr}`).not.toMatch(/^\s*::\w|##\[/m)
  expect(judged.html.replaceAll(/```[^]*?```|`[^`]*`/g, 'code')).not.toMatch(/<script>alert|<b onmouseover/)
})

test.concurrent.each([401, 403])(
  'a key that everything is refused with (%i) is the caller’s to fix',
  async (status) => {
    await using server = await openServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end('{"error":"forbidden","message":"no"}')
    })
    const { code, stderr } = await judgeHostile(server.url, { key: someKey })
    expect(stderr).toMatch(/^error: .*rejected the key.*CONFORMANCE_API_KEY.*\n$/)
    expect(code).toBe(2)
  },
)
