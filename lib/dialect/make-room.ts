import type { Place } from './fill-template.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isAccepted, madeId } from './answer.ts'
import type { Names } from './fresh-names.ts'
import type { Send } from './found.ts'

export interface RoomOptions {
  readonly send: Send
  readonly ledger: Ledger
  readonly names: Names
}

/**
 * A product of the discovery's own: what is created while learning must not stand in the lists that checks count.
 * It is in the ledger and goes at the end of the run. `undefined` where the target refuses it.
 */
export async function makeRoom(workspaceId: string, { send, ledger, names }: RoomOptions): Promise<Place | undefined> {
  const { name, readableId } = names()
  const entry = ledger.planned('product', 'own')
  const exchange = await send({
    method: 'POST',
    path: '/v1/public/products',
    endpoint: 'createProduct',
    json: { workspace_id: workspaceId, name, readable_id: readableId },
  })
  const id = isAccepted(exchange) ? madeId(exchange) : undefined
  if (id === undefined) return undefined
  ledger.made(entry, id)
  return { productId: id, workspaceId }
}
