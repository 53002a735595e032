import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { parsedJson } from '../../contract/parsed-json.ts'
import { textIn } from '../../run/answer.ts'
import { loansOfCheck, noteUse } from '../../run/preparation.ts'
import type { Session } from '../../run/session.ts'
import { mayChange, partNumberOf, type MadeProduct } from './made-product.ts'

/** A product of the own key in which nothing was made: it will do to make an item in, or to be updated. */
interface Spare {
  readonly product: MadeProduct
  /** Its creation, and the updates since. */
  readonly made: readonly Exchange[]
}

const spares = new WeakMap<Session, Spare[]>()

/**
 * Leaves the products that a check created and in which it made nothing, by all that it sent. lawful: a lenient target reads a body
 * that is no JSON, and what the run has sent for such a product nobody can tell
 */
export function leaveSpares(session: Session, sent: readonly Exchange[]): void {
  for (const creation of sent)
    if (creation.endpoint === 'createProduct' && creation.identity === 'own' && creation.status === 201)
      if (parsedJson(creation.request.body?.text ?? '') !== undefined) leaveSpare(session, [creation], sent)
}

/** Leaves a product as the last update shows it, unless a check may have made something in it or deleted it, by all that it sent. */
export function leaveSpare(session: Session, madeBefore: readonly Exchange[], sent: readonly Exchange[] = []): void {
  const id = textIn(madeBefore[0]?.json, 'id')
  if (id === undefined) return
  const updates = sent.filter((write) => !madeBefore.includes(write) && mayChange(write, id))
  if (!updates.every(isPlainUpdate)) return
  const made = [...madeBefore, ...updates]
  const product = productIn(made)
  if (!product || !hasMark(product, session.configuration.runId)) return
  const elsewhere = sent.filter((write) => !made.includes(write))
  if (sharesKeys(product, elsewhere)) return
  const others = (spares.get(session) ?? []).filter((spare) => spare.product.id !== id)
  // The updated come first: those as they were created are of use to more checks.
  spares.set(session, made.length === 1 ? [...others, { product, made }] : [{ product, made }, ...others])
}

/** Whether the run's id is in the name: people find by it what a run has left behind. */
function hasMark({ body }: MadeProduct, runId: string): boolean {
  return body.name.toLowerCase().includes(runId.toLowerCase())
}

/**
 * What was sent at the same moment leaves open which of it a product shows, and one with a baseline has versions. lawful: what
 * another user has updated is locked for a moment
 */
function isPlainUpdate({ endpoint, status, atOnce, identity, request }: Exchange): boolean {
  const choosesBaseline = request.body?.text.includes('baseline_version_number') === true
  const isOwn = identity === 'own'
  return endpoint === 'updateProduct' && status === 200 && atOnce === undefined && isOwn && !choosesBaseline
}

/** The product as the last write shows it. lawful: a target may trim or compose an unusual name, and then finds it by what it made of it. */
function productIn(made: readonly Exchange[]): MadeProduct | undefined {
  const exchange = made.at(-1)
  const [id, name, readable_id] = ['id', 'name', 'readable_id'].map((field) => textIn(exchange?.json, field))
  const [workspace_id, description] = [textIn(exchange?.json, 'workspace_id'), textIn(exchange?.json, 'description')]
  const part_number = partNumberOf(exchange?.json)
  if (exchange === undefined || id === undefined || readable_id === undefined || workspace_id === undefined)
    return undefined
  if (name === undefined || !/^[\w-]+(?: [\w-]+)*$/.test(name)) return undefined
  // Whether a product has a number is unknown if the answer shows something else than a text there.
  if (typeof (part_number ?? '') !== 'string') return undefined
  const body = {
    workspace_id,
    name,
    readable_id,
    ...(description !== undefined && { description }),
    ...(typeof part_number === 'string' && wasSent(made, part_number) && { part_number }),
  }
  return { id, workspaceId: workspace_id, body, exchange }
}

/** Whether the run has sent a number. lawful: a target gives numbers of its own, and stores them in a form that it gives no other */
function wasSent(made: readonly Exchange[], number: string): boolean {
  return made.some(({ request }) => request.body?.text.toLowerCase().includes(number.toLowerCase()))
}

/** Whether a write gave the part number or the readable_id of this product to another one, for example in another workspace. */
export function sharesKeys({ body: { readable_id, part_number } }: MadeProduct, writes: readonly Exchange[]): boolean {
  const keys = [readable_id, part_number].filter((key) => key !== undefined)
  return keys.some((key) => writes.some((write) => mayChange(write, key)))
}

/** A spare product in a workspace: a check that makes nothing in it leaves it to the next, a set-up keeps it. */
export function takeSpare(session: Session, workspaceId: string): MadeProduct | undefined {
  const spare = take(session, ({ product }) => product.workspaceId === workspaceId)
  if (!spare) return undefined
  loansOfCheck()?.push({
    kind: 'spare product',
    name: spare.product.id,
    isNew: false,
    staysAsItWas: () => false,
    whenChanged: (trail) => leaveSpare(session, spare.made, trail),
  })
  return spare.product
}

/** What products have in common that stand for each other. */
export interface AlikeFields {
  readonly workspaceId: string
  readonly description: string | undefined
  readonly hasNumber: boolean
}

/** A spare product as a check has created it, with these fields and no others. */
export function takeAlike(session: Session, fields: AlikeFields): MadeProduct | undefined {
  return take(session, ({ made, product: { workspaceId, body } }) => {
    const hasNumber = body.part_number !== undefined
    return made.length === 1 && isDeepStrictEqual({ workspaceId, description: body.description, hasNumber }, fields)
  })?.product
}

function take(session: Session, isWanted: (spare: Spare) => boolean): Spare | undefined {
  const left = spares.get(session) ?? []
  const taken = left.find(isWanted)
  if (!taken) return undefined
  left.splice(left.indexOf(taken), 1)
  noteUse({ sent: [...taken.made], used: new Set() })
  return taken
}
