import { Pool } from 'undici'
import type { Exchange, Identity } from '../lib/client/exchange.ts'
import { concurrencyByDefault } from '../lib/config/configuration.ts'
import type { WebAction } from '../lib/replay/transcript/chronicle.ts'
import { createControls, type Controls } from '../reference/controls.ts'
import { recordedBytes } from './recorded-bytes.ts'
import { SameActions } from './same-actions.ts'
import { SameIds } from './same-ids.ts'
import type { SeparateReference } from './separate-reference.ts'
import { spending, type Spent } from './spent.ts'

export interface Replay extends Spent {
  readonly requests: number
  /** Which part of the answers has the status of the recorded one: of which the server had the same work. */
  readonly alike: number
}

/** What is sent anew, and what the web application did meanwhile. */
export interface Recorded {
  readonly exchanges: readonly Exchange[]
  readonly actions: readonly WebAction[]
}

type Tokens = Readonly<Record<Identity, string>>

/** Lets bare undici send recorded requests, as many at once as the run did, and read the answers and parse those that are JSON. */
export async function bareReplay(
  recorded: Recorded,
  { baseUrl, controlUrl, keys }: Omit<SeparateReference, keyof AsyncDisposable>,
): Promise<Replay> {
  const exchanges = recorded.exchanges.toSorted((one, other) => one.sequence - other.sequence)
  const ids = new SameIds(exchanges)
  const actions = sameActions(recorded, ids, createControls(controlUrl))
  const tokens = tokensOf(keys)
  const pool = new Pool(baseUrl, { connections: concurrencyByDefault, pipelining: 1 })
  const waiting = exchanges.entries()
  let alike = 0
  const sender = async (): Promise<void> => {
    for (const [index, exchange] of waiting) {
      actions.beginBefore(exchange.sequence)
      const { statusCode, headers, body } = await pool.request(await requestOf(exchange, { ids, index, tokens }))
      const bytes = Buffer.from(await body.arrayBuffer())
      if (bytes.length > 0 && headers['content-type']?.includes('json')) JSON.parse(bytes.toString())
      ids.learn(bytes, index)
      if (statusCode === exchange.status) alike += 1
    }
  }
  const { seconds, cpuSeconds } = await spending(async () => {
    await Promise.all(Array.from({ length: concurrencyByDefault }, sender))
    await actions.done()
    return {}
  })
  await pool.destroy()
  const bookkeeping = await spending(async () => ids.relearn())
  return {
    seconds,
    cpuSeconds: cpuSeconds - bookkeeping.cpuSeconds,
    requests: exchanges.length,
    alike: alike / exchanges.length,
  }
}

function sameActions({ actions }: Recorded, ids: SameIds, controls: Controls): SameActions {
  return new SameActions(actions, {
    controls,
    rewrite: (text, sequence) => ids.rewrite(text, sequence),
    onMade: (before, now) => ids.made(before, now),
  })
}

function tokensOf(keys: SeparateReference['keys']): Tokens {
  return {
    own: keys.own,
    'same-organization': keys.sameOrganization,
    'other-organization': keys.otherOrganization,
    revoked: keys.revoked,
    forged: 'forged',
    none: '',
  }
}

interface Anew {
  readonly ids: SameIds
  readonly index: number
  readonly tokens: Tokens
}

/** A recorded request with the ids and keys of today. */
async function requestOf({ request, identity }: Exchange, { ids, index, tokens }: Anew) {
  const { authorization: _authorization, ...headers } = request.headers
  const body = request.body === undefined ? null : recordedBytes(request.body)
  return {
    method: request.method,
    path: await ids.rewrite(request.path, index),
    headers: identity === 'none' ? headers : { ...headers, authorization: `Bearer ${tokens[identity]}` },
    body: typeof body === 'string' ? await ids.rewrite(body, index) : body,
  }
}
