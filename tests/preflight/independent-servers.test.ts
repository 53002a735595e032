import { afterAll, describe, expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { openRelay, unspoiled, type Relayed } from '../hostile/relay.ts'
import { bugsOfServers } from '../../proof/servers/bugs-of-servers.ts'
import { serverKeys, type IndependentServer } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { lookAt } from './look-at.ts'

test.each(bugsOfServers)('the server $server with the bug $id is judged', async ({ server, id }) => {
  const buggy = await startServer(server, [id])
  try {
    expect((await lookAt(buggy.baseUrl, serverKeys.own)).refusal).toBeUndefined()
  } finally {
    await buggy.close()
  }
})

type Breach = (answer: Relayed) => Relayed

/** Each takes one sign away from every answer. */
const breaches: Readonly<Record<string, Breach>> = {
  'lists under another name': withList((items) => ({ data: items, count: items.length })),
  'lists without a count': withList((items) => ({ items })),
  'bare lists': withList((items) => items),
  'records without readable ids': withList((items) => listOf(items.map((item) => without(item, 'readable_id')))),
  'ids that are numbers': withList((items) => listOf(items.map((item, index) => ({ ...item, id: index })))),
  'no key asked for': (answer) => (answer.status === 401 ? withJson(answer, { items: [], count: 0 }) : answer),
  'errors as pages': (answer) => (answer.status >= 400 ? withBody(answer, '<h1>Error</h1>', 'text/html') : answer),
  'errors of its own': (answer) =>
    answer.status >= 400 ? { ...withJson(answer, { code: 'E', detail: 'no' }), status: answer.status } : answer,
  'empty objects for unknown ids': (answer) =>
    answer.status === 404 && /s\/[^/]+$/.test(answer.asked.url ?? '') ? withJson(answer, {}) : answer,
  'empty lists for unknown paths': (answer) =>
    answer.status === 404 && /public\/[^/]+$/.test(answer.asked.url ?? '')
      ? withJson(answer, { items: [], count: 0 })
      : answer,
  'no request id': (answer) => ({ ...answer, headers: without(answer.headers, 'x-request-id') }),
  'no rate-limit headers': (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !name.startsWith('x-ratelimit'))),
  }),
}

const withoutData = withList(() => ({ items: [], count: 0 }))

const names = Object.keys(breaches)
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => ({ one, other })))

describe.each(['express', 'pydantic', 'go'])('the server %s is judged', async (name) => {
  const server: IndependentServer = await startServer(name)
  afterAll(() => server.close())

  async function refusalWith(breachesOfIt: readonly Breach[]): Promise<string | undefined> {
    await using relay = await openRelay(server.baseUrl, (answer, response) => {
      unspoiled(
        breachesOfIt.reduce((changed, breach) => breach(changed), answer),
        response,
      )
    })
    return (await lookAt(relay.url, serverKeys.own)).refusal
  }

  test('without a bug, and without any data', async () => {
    expect(await refusalWith([])).toBeUndefined()
    expect(await refusalWith([withoutData])).toBeUndefined()
  })

  test.each(Object.entries(breaches))('with %s, also without any data', async (_, breach) => {
    expect(await refusalWith([breach])).toBeUndefined()
    expect(await refusalWith([withoutData, breach])).toBeUndefined()
  })

  test.each(pairs)('with $one and $other', async ({ one, other }) => {
    expect(await refusalWith([one, other].flatMap((breach) => breaches[breach] ?? []))).toBeUndefined()
  })
})

type Entry = Readonly<Record<string, unknown>>

/** Another body for lists. */
function withList(change: (items: readonly Entry[]) => unknown): Breach {
  return (answer) => {
    const items = itemsOf(answer)
    return items === undefined ? answer : withJson(answer, change(items))
  }
}

function itemsOf({ status, body }: Relayed): readonly Entry[] | undefined {
  if (status !== 200) return undefined
  const json: unknown = JSON.parse(body.toString())
  const list = isRecord(json) ? (json['items'] ?? json['data']) : json
  return Array.isArray(list) ? list.filter((entry: unknown) => isRecord(entry)) : undefined
}

function listOf(items: readonly unknown[]): unknown {
  return { items, count: items.length }
}

function without<Value>(from: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
}

function withJson(answer: Relayed, json: unknown): Relayed {
  return { ...withBody(answer, JSON.stringify(json), 'application/json'), status: 200 }
}

function withBody(answer: Relayed, text: string, type: string): Relayed {
  const headers = { ...without(answer.headers, 'content-length'), 'content-type': type }
  return { ...answer, headers, body: Buffer.from(text) }
}
