import { rateStateOf, type Exchange, type Sources } from '#suite'
import { jsonWrite } from '../shared/json-writes.ts'
import { ifPossible } from '../shared/obstacle.ts'

/** A request of a series, by what it stands for. */
export interface Step {
  readonly kind: string
  readonly exchange: Exchange
}

export type Kinds = ReadonlyMap<string, () => Promise<Exchange>>

/** One request of each kind: reads, errors, a download, and writes by each method if writes are allowed. */
export async function kindsOfRequests({ api, given, session }: Sources): Promise<Kinds> {
  const workspaceId = await given.workspace()
  const query = await given.listQuery('products')
  const kinds = new Map([
    ['the list of workspaces', async () => api.send('listWorkspaces', { query: { limit: 1 } })],
    ['a workspace', async () => api.send('getWorkspace', { path: { workspace_id: workspaceId } })],
    ['the list of products', async () => api.send('listProducts', { query: { ...query, limit: 1 } })],
    ['an unknown product', async () => api.send('getProduct', { path: { product_id: given.unknownId() } })],
    ['the list of users', async () => api.send('listOrganizationUsers', { query: { limit: 1 } })],
    ['a limit out of range', async () => api.send('listWorkspaces', { query: { limit: 0 }, broken: 'limit=0' })],
  ])
  const fileId = await given.listedId('files').catch(() => undefined)
  if (fileId !== undefined) kinds.set('a download', async () => api.send('downloadFile', { path: { file_id: fileId } }))
  if (session.configuration.mode === 'read-write') {
    const product = await given.emptyProduct()
    // What was read is changed without another read, which would be counted as well.
    await given.read('product', product.id)
    kinds.set('a change', async () => given.update(product.id, { description: given.word() }))
    for (const [kind, send] of await otherWrites({ api, given, session })) kinds.set(kind, send)
  }
  return kinds
}

/** Writes that are often handled apart; what cannot be made is left out. */
async function otherWrites(sources: Sources): Promise<Kinds> {
  const { api, given } = sources
  const kinds = new Map([
    ['a deletion of an unknown id', async () => given.remove('product', given.unknownId())],
    [
      'an upload to an unknown target',
      async () => api.send('uploadFile', { path: { target_id: given.unknownId() }, form: [given.filePart()] }),
    ],
  ])
  for (const what of ['creating an item', 'creating items in bulk'] as const) {
    const write = await ifPossible(jsonWrite(what, sources))
    if (write) kinds.set(what, async () => write.send({ json: await write.body() }))
  }
  return kinds
}

/** Sends the kinds round after round, one request after the other. */
export async function sendInTurn(kinds: Kinds, rounds: number): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, send] of kinds) steps.push({ kind, exchange: await send() })
  return steps
}

/** Why nothing can be told if no pair of a series tells something. */
export const noWindow = {
  reason: 'blocked',
  blockedBy: ['HDR-05', 'HDR-06'],
  cause: 'no two answers were in one window',
} as const

/** Two requests that followed each other in one window. */
export interface Pair {
  readonly before: Step
  readonly after: Step
  readonly lowered: boolean
}

/** Resets are whole seconds, and that of a sliding window moves on by one now and then. */
const drift = 1000

/** The pairs of a series that tell something: if the reset moved and Remaining did not fall, a new window may have begun. */
export function pairsInOneWindow(steps: readonly Step[]): readonly Pair[] {
  return steps.slice(1).flatMap((after, index) => {
    const before = steps[index]
    if (!before) return []
    const [one, next] = [rateStateOf(before.exchange), rateStateOf(after.exchange)]
    if (one.remaining === undefined || next.remaining === undefined) return []
    const lowered = next.remaining < one.remaining
    const moved = Math.abs((next.resetAt ?? Number.NaN) - (one.resetAt ?? Number.NaN))
    return moved === 0 || (moved <= drift && lowered) ? [{ before, after, lowered }] : []
  })
}
