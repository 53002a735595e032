import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

export interface CleanUp {
  readonly ledger: Ledger
  readonly client: Client
}

const check = 'clean-up'
const pageSize = 200

/** Deletions under way at once. */
const sideBySide = 8

/**
 * Removes what a run made: products by their ids, with all that hangs on them, and what was announced and never
 * answered by the run id in its names. Nothing else is touched. Gives a line for each thing that is still there.
 */
export async function cleanUp({ ledger, client }: CleanUp): Promise<readonly string[]> {
  const { header, entries } = ledger.read()
  const products = entries.filter(({ kind }) => kind === 'product')
  const identities = new Set(products.filter(({ id }) => id === undefined).map(({ identity }) => identity))
  const found = await Promise.all([...identities].map((identity) => findByRunId(client, header.runId, identity)))
  const left = await deleteAll(client, [...products.filter(hasId), ...found.flat()])
  if (left.length === 0) ledger.discard()
  return left
}

interface Removable {
  readonly id: string
  readonly identity: Identity
}

function hasId(entry: LedgerEntry): entry is LedgerEntry & { readonly id: string } {
  return entry.id !== undefined
}

async function deleteAll(client: Client, removables: readonly Removable[]): Promise<string[]> {
  const waiting = [...new Map(removables.map((removable) => [removable.id, removable])).values()].values()
  const left: string[] = []
  const worker = async (): Promise<void> => {
    for (const removable of waiting) {
      const problem = await remove(client, removable)
      if (problem !== undefined) left.push(`product ${removable.id}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return left
}

async function remove(client: Client, { id, identity }: Removable): Promise<string | undefined> {
  try {
    const answer = await client.send({ method: 'DELETE', path: `/v1/public/products/${encodeURIComponent(id)}`, as: identity, endpoint: 'deleteProduct', check })
    return answer.status < 300 || answer.status === 404 || answer.status === 410 ? undefined : `deletion answered ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Products whose `readable_id` carries the run id, whatever became of the answer to their creation. */
async function findByRunId(client: Client, runId: string, identity: Identity): Promise<Removable[]> {
  const found: Removable[] = []
  const workspaces = entriesOf(await client.send({ method: 'GET', path: '/v1/public/workspaces', query: { limit: pageSize }, as: identity, check }))
  for (const scope of [{}, ...workspaces.map((workspace) => ({ workspace_id: String(workspace['id']) }))]) {
    for (let offset = 0; ; offset += pageSize) {
      const query = { ...scope, q: runId, limit: pageSize, offset }
      const page = entriesOf(await client.send({ method: 'GET', path: '/v1/public/products', query, as: identity, check }))
      for (const { id, readable_id: readableId } of page)
        if (typeof id === 'string' && String(readableId).includes(runId)) found.push({ id, identity })
      if (page.length < pageSize) break
    }
  }
  return found
}

function entriesOf({ json }: Exchange): ReadonlyArray<Readonly<Record<string, unknown>>> {
  if (!isRecord(json) || !Array.isArray(json['items'])) return []
  return json['items'].filter(isRecord)
}
