import type { Client } from '../client/client.ts'
import type { Identity } from '../client/exchange.ts'
import { findLeftovers } from './find-leftovers.ts'
import type { Ledger, MadeKind } from './ledger.ts'

export interface CleanUp {
  readonly ledger: Ledger
  readonly client: Client
  /** Called for each thing that is gone; `there` is false where it was gone before. */
  readonly onRemoved?: (there: boolean) => void
}

/** One thing to delete, with the key of the organization that it was made in. */
export interface Removable {
  readonly kind: Exclude<MadeKind, 'file'>
  readonly id: string
  readonly identity: Identity
}

/** Deletions under way at once. */
const sideBySide = 8

/** Times that a deletion is tried. */
const attempts = 3

const endpoints = {
  product: { endpoint: 'deleteProduct', path: '/v1/public/products/' },
  item: { endpoint: 'deleteItem', path: '/v1/public/items/' },
  property: { endpoint: 'deleteProperty', path: '/v1/public/properties/' },
} as const

/**
 * Removes what a run made: products by their ids, with all that hangs on them, then what was made elsewhere, and what was
 * announced and never answered by the run id in its names. Nothing else is touched; files have no deletion and go with
 * their product. Gives a line for each thing that is still there, and keeps the ledger then.
 */
export async function cleanUp(work: CleanUp): Promise<readonly string[]> {
  const { ledger, client } = work
  const { header, entries } = ledger.read()
  const known = entries.flatMap(({ kind, id, identity }): Removable[] =>
    id === undefined || kind === 'file' ? [] : [{ kind, id, identity }],
  )
  const left = await removeAll(work, ofKind(known, 'product'))
  left.push(...(await removeAll(work, ofKind(known, 'item'))))
  left.push(...(await removeAll(work, ofKind(known, 'property'))))
  const unanswered = entries.filter(({ kind, id }) => kind === 'product' && id === undefined)
  for (const identity of new Set(unanswered.map((entry) => entry.identity))) {
    const { found, problem } = await findLeftovers(client, { runId: header.runId, identity })
    left.push(...(await removeAll(work, found)))
    if (problem !== undefined) left.push(`products whose creation was never answered: ${problem}`)
  }
  if (left.length === 0) ledger.discard()
  return left
}

function ofKind(removables: readonly Removable[], kind: Removable['kind']): readonly Removable[] {
  return removables.filter((removable) => removable.kind === kind)
}

async function removeAll(work: CleanUp, removables: readonly Removable[]): Promise<string[]> {
  const waiting = [...new Map(removables.map((removable) => [removable.id, removable])).values()].values()
  const left: string[] = []
  const worker = async (): Promise<void> => {
    for (const removable of waiting) {
      const problem = await remove(work, removable)
      if (problem !== undefined) left.push(`${removable.kind} ${removable.id}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return left
}

/** A deletion that fails is tried again: the service may be overloaded by the run that has just ended. */
async function remove(work: CleanUp, removable: Removable): Promise<string | undefined> {
  let problem: string | undefined
  for (let time = 0; time < attempts; time += 1) {
    problem = await removeOnce(work, removable)
    if (problem === undefined) return undefined
  }
  return problem
}

async function removeOnce(
  { client, onRemoved }: CleanUp,
  { kind, id, identity }: Removable,
): Promise<string | undefined> {
  const { endpoint, path } = endpoints[kind]
  try {
    const { status } = await client.send({
      method: 'DELETE',
      path: `${path}${encodeURIComponent(id)}`,
      as: identity,
      endpoint,
      check: 'clean-up',
    })
    if (status > 299 && status !== 404 && status !== 410) return `deletion answered ${status}`
    onRemoved?.(status < 300)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
