import { Pool } from 'undici'
import type { Exchange, Identity } from '../lib/client/exchange.ts'
import { concurrencyByDefault } from '../lib/config/configuration.ts'
import type { WebAction } from '../lib/reproduce/chronicle.ts'
import { createControls } from '../reference/controls.ts'
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

/** Lets bare undici send recorded requests, as many at once as the run did, and read the answers and parse those that are JSON. */
export async function bareReplay(
  recorded: Recorded,
  { baseUrl, controlUrl, keys }: Omit<SeparateReference, keyof AsyncDisposable>,
): Promise<Replay> {
  const exchanges = recorded.exchanges.toSorted((one, other) => one.sequence - other.sequence)
  const ids = new SameIds(exchanges)
  const actions = new SameActions(recorded.actions, {
    controls: createControls(controlUrl),
    rewrite: (text, sequence) => ids.rewrite(text, sequence),
    onMade: (before, now) => ids.made(before, now),
  })
  const tokens: Readonly<Record<Identity, string>> = {
    own: keys.own,
    'same-organization': keys.sameOrganization,
    'other-organization': keys.otherOrganization,
    revoked: keys.revoked,
    forged: 'forged',
    none: '',
  }
  const pool = new Pool(baseUrl, { connections: concurrencyByDefault, pipelining: 1 })
  const waiting = exchanges.entries()
  let alike = 0
  const sender = async (): Promise<void> => {
    for (const [index, { request, identity, status, sequence }] of waiting) {
      actions.beginBefore(sequence)
      const { authorization: _authorization, ...headers } = request.headers
      const answer = await pool.request({
        method: request.method,
        path: await ids.rewrite(request.path, index),
        headers: identity === 'none' ? headers : { ...headers, authorization: `Bearer ${tokens[identity]}` },
        body: await bodyOf(request.body, (text) => ids.rewrite(text, index)),
      })
      const body = Buffer.from(await answer.body.arrayBuffer())
      if (body.length > 0 && answer.headers['content-type']?.includes('json')) JSON.parse(body.toString())
      ids.learn(body, index)
      if (answer.statusCode === status) alike += 1
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

async function bodyOf(
  body: Exchange['request']['body'],
  rewrite: (text: string) => Promise<string>,
): Promise<Buffer | string | null> {
  const bytes = body === undefined ? null : recordedBytes(body)
  return typeof bytes === 'string' ? await rewrite(bytes) : bytes
}
