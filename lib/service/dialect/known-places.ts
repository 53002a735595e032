import { endpoints, type EndpointId } from '../interface/endpoint.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import type { Place } from '../../dialect/fill-template.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { TargetFile } from '../../config/target-file.ts'
import { entriesIn, madeId } from '../../dialect/answer.ts'
import type { Send } from '../../dialect/found.ts'
import { Once } from '../../dialect/once.ts'
import { randomUUID } from 'node:crypto'

export interface PlacesOptions {
  readonly send: Send
  readonly targetFile: TargetFile
  readonly mode: 'read-only' | 'read-write'
  readonly runId?: string
  /** Without it, records are created only at the places that checks give. */
  readonly ledger?: Ledger
}

/** What learning needs: a workspace, and if writes are allowed a separate product. */
export class KnownPlaces {
  readonly names: Names
  readonly #options: PlacesOptions
  readonly #once = new Once()

  constructor(options: PlacesOptions) {
    this.#options = options
    this.names = freshNames(options.runId ?? 'unnamed')
  }

  /** Asks for a list, with few entries. */
  async ask(endpoint: EndpointId, query: Readonly<Record<string, string>>): Promise<Exchange> {
    const { method, path } = endpoints[endpoint]
    return this.#options.send({ method, path, endpoint, query: { limit: '5', ...query }, broken: 'dialect discovery' })
  }

  /** The answer of a list to a request without filters. */
  unasked(endpoint: EndpointId): Promise<Exchange> {
    return this.#once.of(`unasked ${endpoint}`, () => this.ask(endpoint, {}))
  }

  /** An existing workspace: the declared one, or the first. */
  async workspaceId(): Promise<string | undefined> {
    const [first] = await this.workspaceIds()
    return first
  }

  /** Another existing workspace, in lower case. */
  async otherWorkspaceId(than: string): Promise<string | undefined> {
    const ids = (await this.workspaceIds()).map((id) => id.toLowerCase())
    return ids.find((id) => id !== than.toLowerCase())
  }

  /** The ids of the workspaces, in the order of the list; if one is declared, only that one. */
  async workspaceIds(): Promise<readonly string[]> {
    const declared = this.#options.targetFile.workspaceId
    if (declared !== undefined) return [declared]
    return entriesIn(await this.unasked('listWorkspaces')).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  }

  /** The product for learning, created on first use; `undefined` if it cannot be created. */
  room(): Promise<Place | undefined> {
    return this.#once.of('room', async () => {
      const { mode, ledger, send } = this.#options
      if (mode === 'read-only' || !ledger) return undefined
      // The first may be locked.
      for (const workspaceId of await this.workspaceIds()) {
        const room = await makeRoom(workspaceId, { send, names: this.names })
        if (room) return room
      }
      return undefined
    })
  }
}

interface RoomOptions {
  readonly send: Send
  readonly names: Names
}

/**
 * A separate product for learning: records created while learning must not occur in lists that checks count. Deleted at the end
 * of the run. `undefined` if the target rejects it.
 */
async function makeRoom(workspaceId: string, { send, names }: RoomOptions): Promise<Place | undefined> {
  const { name, readableId } = names()
  const exchange = await send({
    method: 'POST',
    path: '/v1/public/products',
    endpoint: 'createProduct',
    json: { workspace_id: workspaceId, name, readable_id: readableId },
  })
  const id = succeeded(exchange) ? madeId(exchange) : undefined
  if (id === undefined) return undefined
  return { productId: id, workspaceId }
}

/** Creates a unique name and readable id, each with the run id. */
type Names = () => { readonly name: string; readonly readableId: string; readonly runId: string }

/** Names of what the discovery makes. */
function freshNames(runId: string): Names {
  return () => {
    // Node draws UUIDs in batches: the same number of random bytes drawn singly takes seven times as long.
    const word = randomUUID().slice(0, 8)
    return { name: `conformance ${runId} ${word}`, readableId: `conformance_${runId}_${word}`, runId }
  }
}
