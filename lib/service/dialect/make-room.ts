import { succeeded } from '../../client/succeeded.ts'
import type { Place } from '../../dialect/fill-template.ts'
import { madeId } from '../../dialect/answer.ts'
import type { Names } from '../../dialect/fresh-names.ts'
import type { Send } from '../../dialect/found.ts'

export interface RoomOptions {
  readonly send: Send
  readonly names: Names
}

/**
 * A product of the discovery's own: what is created while learning must not stand in the lists that checks count.
 * It goes at the end of the run. `undefined` where the target refuses it.
 */
export async function makeRoom(workspaceId: string, { send, names }: RoomOptions): Promise<Place | undefined> {
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
