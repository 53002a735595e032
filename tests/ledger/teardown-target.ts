import { mkdtempSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { teardown, teardownGuard, type Teardown, type TeardownEnd } from '../../lib/ledger/teardown.ts'
import { openClient, type OpenClient } from '../client/open-client.ts'
import { openServer } from '../client/open-server.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

export const root = temporaryDirectory('teardown-')

export const runId = 'abcd1234'
export const keys = { own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX' }

export function newLedger(baseUrl: string): Ledger {
  return Ledger.begin({ baseUrl, runId, reportsDirectory: mkdtempSync(join(root, 'run-')), keys })
}

export const nameOf = (word: string): string => `conformance ${runId} ${word}`
const readableIdOf = (word: string): string => `conformance_${runId}_${word}`

export function plan(ledger: Ledger, word = 'x'): string {
  return ledger.planned({
    kind: 'product',
    identity: 'own',
    name: nameOf(word),
    readableId: readableIdOf(word),
    place: 'w1',
  })
}

/** Takes down by a client of its own, closed at the end. */
export async function tearDown(
  url: string,
  { ledger, onRemoved }: Pick<Teardown, 'onRemoved'> & { readonly ledger: Ledger },
): Promise<TeardownEnd> {
  const contents = ledger.read()
  const guard = teardownGuard(contents, (request) => opened.client.send(request))
  await using opened: OpenClient = openClient(url, { guard })
  return await teardown({ contents, client: opened.client, guard, ...(onRemoved && { onRemoved }) })
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

/** Answers each request by a function of it, a number being a refusal with that status, and keeps what was asked. */
export async function openTarget(answer: (asked: Asked) => unknown) {
  const asked: string[] = []
  const server = await openServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://target')
    const { method = '' } = request
    asked.push(`${method} ${url.pathname}`)
    const given = answer({ method, path: url.pathname, query: url.searchParams })
    const status = typeof given === 'number' ? given : 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(typeof given === 'number' ? { error: 'e', message: 'm' } : given))
  })
  const deleted = (): readonly string[] => asked.filter((line) => line.startsWith('DELETE')).toSorted()
  return { asked, deleted, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

export const listOf = (...items: object[]): object => ({ items, count: items.length })
export const marked = (id: string, word = 'x'): object => ({
  id,
  workspace_id: 'w1',
  name: nameOf(word),
  readable_id: readableIdOf(word),
})

/** A target without lists worth the name, which shows single records by their id. */
export const records =
  (shown: Readonly<Record<string, unknown>>) =>
  ({ method, path }: Asked): unknown => {
    if (path.endsWith('/workspaces') || path.endsWith('/products')) return listOf()
    return method === 'DELETE' ? {} : (shown[path.split('/').at(-1) ?? ''] ?? 404)
  }
