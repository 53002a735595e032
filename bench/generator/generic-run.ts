import fc from 'fast-check'
import { Pool } from 'undici'
import { concurrencyByDefault } from '../../lib/config/configuration.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import type { SeparateReference } from '../separate-reference.ts'
import { spending, type Spent } from '../spent.ts'
import { generatedCase, type GeneratedCase } from './generated-case.ts'
import { type Answer, judgeAnswer } from './judge-answer.ts'
import { KnownIds } from './known-ids.ts'
import { type Operation, operationsOf } from './operations.ts'

export interface GenericOptions {
  readonly seed: number
  readonly requests: number
  /** Failures that a sound service shows too: they tell nothing. */
  readonly without: ReadonlySet<string>
}

export interface GenericRun extends Spent {
  readonly failures: ReadonlySet<string>
  /** Until the first failure that counts, or in all. */
  readonly requests: number
}

/** Sends generated requests until an answer contradicts the description, as the generators do that know nothing but it. */
export async function genericRun(reference: SeparateReference, options: GenericOptions): Promise<GenericRun> {
  const pool = new Pool(reference.baseUrl, { connections: concurrencyByDefault })
  const queue = casesOf(options).values()
  const failures = new Set<string>()
  const ids = new KnownIds()
  let requests = 0
  const worker = async (): Promise<void> => {
    for (const [operation, sent] of queue) {
      if ([...failures].some((failure) => !options.without.has(failure))) return
      requests += 1
      const linked = withIds(operation, sent, ids)
      const answer = await send(pool, { operation, sent: linked, ids, key: reference.keys.own })
      ids.learn(operation, answer.json)
      const failure = judgeAnswer(operation, linked, answer)
      if (failure !== undefined) failures.add(`${operation.id}: ${failure}`)
    }
  }
  const { seconds, cpuSeconds } = await spending(() =>
    Promise.all(Array.from({ length: concurrencyByDefault }, worker)),
  )
  await pool.destroy()
  return { failures, requests, seconds, cpuSeconds }
}

function casesOf({ seed, requests }: GenericOptions): ReadonlyArray<readonly [Operation, GeneratedCase]> {
  const operations = operationsOf()
  const numRuns = Math.ceil(requests / operations.length)
  const each = operations.map((operation) => fc.sample(generatedCase(operation), { seed, numRuns }))
  const rounds = Array.from({ length: numRuns }, (_, round) =>
    operations.flatMap((operation, index) => {
      const sent = each[index]?.[round]
      return sent === undefined ? [] : [[operation, sent] as const]
    }),
  )
  return rounds.flat().slice(0, requests)
}

/** Three of four fields that are called an id hold one that was shown. */
function withIds(operation: Operation, sent: GeneratedCase, ids: KnownIds): GeneratedCase {
  if (!isRecord(sent.body) || sent.draw % 4 === 0) return sent
  const fields = Object.entries(sent.body).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' && name.endsWith('_id') && name !== 'readable_id'
      ? ids.draw(name, operation, sent.draw)
      : value,
  ])
  return { ...sent, body: Object.fromEntries(fields) }
}

interface ToSend {
  readonly operation: Operation
  readonly sent: GeneratedCase
  readonly ids: KnownIds
  readonly key: string
}

async function send(pool: Pool, { operation, sent, ids, key }: ToSend): Promise<Answer> {
  const { statusCode, headers, body } = await pool.request({
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.draw(name, operation, sent.draw)),
    query: sent.query,
    headers: {
      ...(sent.withoutKey ? {} : { authorization: `Bearer ${key}` }),
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  })
  const text = await body.text()
  const isJson = text !== '' && String(headers['content-type']).includes('json')
  return { status: statusCode, json: isJson ? JSON.parse(text) : undefined }
}
