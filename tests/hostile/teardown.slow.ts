import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { everythingIn } from './foreign-ids.ts'
import { judgeHostile } from './judge-hostile.ts'
import { openRelay, unspoiled, type Relayed, type Spoil } from './relay.ts'

/** Ways in which the answer to a creation is lost, although the creation came about. */
const lost: Readonly<Record<string, Spoil>> = {
  dropped: (_, response) => {
    response.socket?.resetAndDestroy()
  },
  'a 503': (_, response) => {
    response.writeHead(503, { 'content-type': 'text/plain' })
    response.end('overloaded')
  },
  'a 201 without id': (answer, response) => {
    const { id: _, ...record } = JSON.parse(answer.body.toString())
    unspoiled(withBody(answer, JSON.stringify(record)), response)
  },
  'a page': (answer, response) => {
    unspoiled(withBody(answer, '<!doctype html><title>Saved</title>'), response)
  },
}

function withBody(answer: Relayed, text: string): Relayed {
  const { 'content-length': _, ...headers } = answer.headers
  return { ...answer, headers, body: Buffer.from(text) }
}

/** Spoils the answer to every so-manieth creation of a product. */
function nowAndThen(spoil: Spoil, every: number): Spoil {
  let made = 0
  return (answer, response) => {
    const { method, url = '' } = answer.asked
    const isCreation = method === 'POST' && url.endsWith('/products') && answer.status === 201
    if (isCreation) made += 1
    return isCreation && made % every === 0 ? spoil(answer, response) : unspoiled(answer, response)
  }
}

describe('a product whose creation was answered in such a way is found and removed', () => {
  test.each(Object.entries(lost))('%s', async (_, spoil) => {
    const reference = await startReference()
    try {
      const before = await everythingIn(reference)
      await using relay = await openRelay(reference.baseUrl, nowAndThen(spoil, 9))
      const judged = await judgeHostile(relay.url, { key: reference.keys.own, only: 'PROD || ERR' })
      expect(judged.stderr).not.toContain('left behind')
      expect(await everythingIn(reference)).toEqual(before)
    } finally {
      await reference.close()
    }
  })
})

const undeletable: Readonly<Record<string, Spoil>> = {
  'is refused': (_, response) => {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end('{"error":"internal","message":"no"}')
  },
  'has no answer': () => undefined,
}

describe('data that is left behind is said in one line, in the reports, and by the exit code', () => {
  test.each(Object.entries(undeletable))('where a deletion %s', async (_, spoil) => {
    const reference = await startReference()
    try {
      // Deletions that come through the relay are dropped: the service behind it is sound.
      const deletions = new Map<string, number>()
      const refusing: Spoil = (answer, response) => {
        const { method, url = '' } = answer.asked
        if (method !== 'DELETE') return unspoiled(answer, response)
        deletions.set(url, (deletions.get(url) ?? 0) + 1)
        return spoil(answer, response)
      }
      await using relay = await openRelay(reference.baseUrl, refusing, {
        isForwarded: ({ method }) => method !== 'DELETE',
      })
      const judged = await judgeHostile(relay.url, { key: reference.keys.own, only: 'PROD-17 || WS' })
      expect(judged.code).toBe(1)
      expect(judged.stderr.match(/left behind/g)).toHaveLength(1)
      expect(judged.stderr).toMatch(/left behind: product .* remove it with "cleanup .*ledger-.*"\n/)
      expect(judged.report?.problems?.map(({ text }) => text).join('\n')).toMatch(/left behind: product/)
      // A few attempts for each, not as many as there is time for.
      expect(Math.max(...deletions.values())).toBeLessThan(5)
    } finally {
      await reference.close()
    }
  })
})

test('lists that never end take no more than the bounds of a teardown', async () => {
  const reference = await startReference()
  let requests = 0
  try {
    const endless: Spoil = (answer, response) => {
      requests += 1
      const url = new URL(answer.asked.url ?? '', 'http://target')
      if (answer.asked.method !== 'GET' || !url.pathname.endsWith('/products')) return unspoiled(answer, response)
      const { items = [] } = JSON.parse(answer.body.toString())
      const limit = Number(url.searchParams.get('limit') ?? 50)
      const offset = Number(url.searchParams.get('offset') ?? 0)
      const more = Array.from({ length: limit }, (_, index) => ({
        ...items[0],
        id: crypto.randomUUID(),
        name: `endless ${offset + index}`,
      }))
      return unspoiled(withBody(answer, JSON.stringify({ items: more, count: more.length })), response)
    }
    await using relay = await openRelay(reference.baseUrl, endless)
    const judged = await judgeHostile(relay.url, { key: reference.keys.own, only: 'PROD-17 || PROD-24', deadline: 10 })
    expect(requests).toBeLessThan(5000)
    expect(existsSync(judged.directory) && readdirSync(judged.directory)).not.toEqual([])
  } finally {
    await reference.close()
  }
})
