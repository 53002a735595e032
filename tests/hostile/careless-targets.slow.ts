import { describe, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { everythingIn, namesOthers, recordsOf } from './foreign-ids.ts'
import { judgeHostile, type Judged } from './judge-hostile.ts'
import { openRelay, unspoiled, type Relayed, type RelayOptions, type Spoil } from './relay.ts'

type Records = ReadonlyMap<string, readonly string[]>

interface Outcome {
  readonly judged: Judged
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Methods and paths of the writes that the target received. */
  readonly writes: readonly string[]
  readonly foreignIds: readonly string[]
}

/** Judges a service with data of others behind a relay, and tells what became of that data. */
async function judgeAmongOthers(
  only: string,
  relayFor: (target: { readonly records: Records; readonly baseUrl: string; readonly key: string }) => {
    readonly spoil: Spoil
    readonly options?: RelayOptions
  },
): Promise<Outcome> {
  const reference = await startReference({ seed: 'demonstration' })
  const writes: string[] = []
  try {
    const before = await everythingIn(reference)
    const records = await recordsOf(reference)
    const { spoil, options = {} } = relayFor({ records, baseUrl: reference.baseUrl, key: reference.keys.own })
    const noting: RelayOptions = {
      ...options,
      isForwarded: (asked) => {
        if (asked.method !== 'GET') writes.push(`${asked.method} ${asked.url}`)
        return options.isForwarded?.(asked) ?? true
      },
    }
    await using relay = await openRelay(reference.baseUrl, spoil, noting)
    const judged = await judgeHostile(relay.url, { key: reference.keys.own, only })
    const foreignIds = [...records.values()].flat().map((record): string => JSON.parse(record).id)
    return { judged, before, after: await everythingIn(reference), writes, foreignIds }
  } finally {
    await reference.close()
  }
}

/** No write names what others have made, and none of it changed. */
function expectUntouched({ before, after, writes, foreignIds }: Outcome): void {
  expect(after).toEqual(before)
  expect(writes.filter((write) => foreignIds.some((id) => write.includes(id)))).toEqual([])
}

function violatedIn({ report }: Judged): readonly string[] {
  return (report?.requirements ?? []).filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
}

/** The answer with another JSON body. */
function withJson(answer: Relayed, json: unknown): Relayed {
  const { 'content-length': _, ...headers } = answer.headers
  return { ...answer, headers, body: Buffer.from(JSON.stringify(json)) }
}

describe('what a creation names is not changed where it is another’s', () => {
  test('an item, a property or a file of another product', async () => {
    const outcome = await judgeAmongOthers('ITEM || PROP-36 || FILE-15', ({ records }) => ({
      spoil: namesOthers(new Map([...records].filter(([kind]) => kind !== 'products')), { form: 'id only', every: 1 }),
    }))
    expectUntouched(outcome)
    expect(violatedIn(outcome.judged)).toContain('ITEM-03')
  })

  test.each(['id only', 'whole record'] as const)('a record of another kind (%s)', async (form) => {
    const outcome = await judgeAmongOthers('PROD || ITEM', ({ records }) => {
      const [products = [], items = []] = [records.get('products'), records.get('items')]
      const others = new Map([
        ['products', items],
        ['items', products],
        ['properties', items],
      ])
      return { spoil: namesOthers(others, { form, every: 7 }) }
    })
    // Where the target shows files of others under a product of the run, that product stays, and is named.
    const left = outcome.after.filter((row) => !outcome.before.includes(row))
    expectUntouched({ ...outcome, after: outcome.after.filter((row) => outcome.before.includes(row)) })
    for (const row of left) expect(row).toMatch(/conformance[ -]/)
    const products = left.filter((row) => row.startsWith('products ')).map((row) => idIn(row))
    for (const id of products) expect(outcome.judged.stderr).toContain(`product ${id} was not deleted`)
    expect(outcome.judged.code).toBe(1)
  })
})

function idIn(row: string): string {
  return /"id":"([^"]+)"/.exec(row)?.[1] ?? row
}

/** Changes every row of a list of products by the text that was searched for. */
const showing =
  (change: (searched: string) => object): Spoil =>
  (answer, response) => {
    const url = new URL(answer.asked.url ?? '', 'http://target')
    const searched = url.searchParams.get('q')
    if (searched === null || answer.status !== 200 || !url.pathname.endsWith('/products'))
      return unspoiled(answer, response)
    const { items = [], ...rest }: { items?: readonly object[] } = JSON.parse(answer.body.toString())
    const rows = items.map((row) => ({ ...row, ...change(searched) }))
    return unspoiled(withJson(answer, { ...rest, items: rows }), response)
  }
/** Gives every search all products, as a service does that knows the parameter by another name. */
const findingAll = { rewrite: (url: string): string => url.replace(/([?&])q=[^&]*/, '$1unknown=1') }

describe('rows of others that show the mark of the run are left alone', () => {
  test.each([
    { where: 'in a link of each row', change: (searched: string) => ({ links: { self: `/products?q=${searched}` } }) },
    { where: 'as what was found', change: (searched: string) => ({ matched: searched }) },
    { where: 'in the description', change: (searched: string) => ({ description: `found by ${searched}` }) },
    { where: 'in the name', change: (searched: string) => ({ name: `${searched} ?` }) },
  ])('$where', async ({ change }) => {
    const outcome = await judgeAmongOthers('PROD-17 || PROD-24 || PROD-53', () => ({
      spoil: showing(change),
      options: findingAll,
    }))
    expectUntouched(outcome)
  })
})

test('a deletion that removes a child of another product is found, and nothing of others is asked for', async () => {
  const outcome = await judgeAmongOthers('PROD || ITEM', ({ records, baseUrl, key }) => {
    const others = (records.get('items') ?? []).map((record): string => JSON.parse(record).id)
    const spoil: Spoil = async (answer, response) => {
      if (answer.asked.method !== 'DELETE') return unspoiled(answer, response)
      const id = others.pop()
      const headers = { authorization: `Bearer ${key}` }
      if (id !== undefined) await fetch(`${baseUrl}/v1/public/items/${id}`, { method: 'DELETE', headers })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{}')
    }
    return { spoil, options: { isForwarded: ({ method }) => method !== 'DELETE' } }
  })
  const { judged, writes, foreignIds } = outcome
  expect(writes.filter((write) => foreignIds.some((id) => write.includes(id)))).toEqual([])
  expect(violatedIn(judged)).toEqual(expect.arrayContaining(['PROD-53']))
  expect(judged.code).toBe(1)
})

test.each([307, 308])('a write that is redirected to another host (%i) does not go there', async (status) => {
  const strayed: string[] = []
  await using elsewhere = await openServer((request, response) => {
    strayed.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  const outcome = await judgeAmongOthers('PROD', () => ({
    spoil: (answer, response) => {
      if (answer.asked.method === 'GET') {
        unspoiled(answer, response)
        return
      }
      response.writeHead(status, { location: `${elsewhere.url}${answer.asked.url}` })
      response.end()
    },
    options: { isForwarded: ({ method }) => method === 'GET' },
  }))
  expectUntouched(outcome)
  expect(strayed).toEqual([])
  expect(outcome.judged.code).toBe(1)
})
