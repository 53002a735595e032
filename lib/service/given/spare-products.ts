import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { loansOfCheck } from '../../run/preparation.ts'
import type { Session } from '../../run/session.ts'
import { mayChange, type MadeProduct } from './made-product.ts'

/** Products of the own key in which nothing was made, whatever checks did with them before: each will do to make an item in, or to be updated. */
const spares = new WeakMap<Session, MadeProduct[]>()

export function leaveSpare(session: Session, product: MadeProduct): void {
  const others = (spares.get(session) ?? []).filter(({ id }) => id !== product.id)
  // The updated come first: those as they were created are of use to more checks.
  spares.set(session, product.exchange.status === 201 ? [...others, product] : [product, ...others])
}

/** A spare product in a workspace: a check that makes nothing in it leaves it to the next, a set-up keeps it. */
export function takeSpare(session: Session, workspaceId: string): MadeProduct | undefined {
  const left = spares.get(session) ?? []
  const taken = left.find((spare) => spare.workspaceId === workspaceId)
  if (!taken) return undefined
  left.splice(left.indexOf(taken), 1)
  loansOfCheck()?.push({
    kind: 'spare product',
    name: taken.id,
    isNew: false,
    staysAsItWas: () => false,
    whenChanged: (trail) => leaveIfEmpty(session, taken.exchange, trail),
  })
  return taken
}

/** What products have in common that stand for each other. */
export interface AlikeFields {
  readonly workspaceId: string
  readonly description: string | undefined
  readonly hasNumber: boolean
}

/** A spare product that is as a check has created it, with these fields and no others. */
export function takeAlike(session: Session, fields: AlikeFields): MadeProduct | undefined {
  const left = spares.get(session) ?? []
  const taken = left.find(({ workspaceId, body, exchange: { status } }) => {
    const hasNumber = body.part_number !== undefined
    return status === 201 && isDeepStrictEqual({ workspaceId, description: body.description, hasNumber }, fields)
  })
  if (taken) left.splice(left.indexOf(taken), 1)
  return taken
}

/** Leaves to others the products that a check created and in which it made nothing, by all that it sent. */
export function leaveSpares(session: Session, sent: readonly Exchange[]): void {
  for (const creation of sent)
    if (creation.endpoint === 'createProduct' && creation.identity === 'own' && creation.status === 201)
      leaveIfEmpty(session, creation, sent)
}

/** Leaves a product to others, as the last update shows it, unless it may hold something or is gone. */
export function leaveIfEmpty(session: Session, made: Exchange, sent: readonly Exchange[]): void {
  const id = textIn(made, 'id')
  if (id === undefined) return
  const updates = sent.filter((write) => write.sequence > made.sequence && mayChange(write, id))
  // What was sent at the same moment leaves open which of it the product shows.
  if (updates.some(({ endpoint, status, atOnce }) => endpoint !== 'updateProduct' || status !== 200 || atOnce)) return
  const exchange = updates.at(-1) ?? made
  const [name, readable_id] = [textIn(exchange, 'name'), textIn(exchange, 'readable_id')]
  const [workspaceId, description] = [textIn(exchange, 'workspace_id'), textIn(exchange, 'description')]
  const part_number = textIn(exchange, 'part_number')
  // lawful: a target may trim a name or compose its letters, and then finds it by what it made of it.
  if (name === undefined || !/^[\w-]+(?: [\w-]+)*$/.test(name)) return
  if (readable_id === undefined || workspaceId === undefined) return
  const body = {
    workspace_id: workspaceId,
    name,
    readable_id,
    ...(description !== undefined && { description }),
    ...(part_number !== undefined && { part_number }),
  }
  leaveSpare(session, { id, workspaceId, body, exchange })
}

function textIn({ json }: Exchange, field: string): string | undefined {
  const value = isRecord(json) ? json[field] : undefined
  return typeof value === 'string' ? value : undefined
}
