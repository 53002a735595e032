import { succeeded, type Exchange, type Identity } from '../../client/exchange.ts'
import { fieldOf } from '../../run/answer.ts'
import type { Api, RawRequest } from '../../run/api.ts'
import { loansOfCheck } from '../../run/preparation.ts'
import type { Session } from '../../run/session.ts'
import { hadRoom, noteRoom } from './room.ts'
import { requireSuccess, pick } from './require-success.ts'
import { type MadeProduct, type ProductBody, mayChange } from './made-product.ts'
import { leaveSpares, takeSpare, leaveSpare, takeAlike, sharesKeys, type AlikeFields } from './spare-products.ts'
import type { Names } from './names.ts'
import { textField } from './read-answer.ts'
import type { Workspaces } from './workspaces.ts'
import { asText } from '../../contract/show.ts'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../contract/is-record.ts'

export interface ProductOptions {
  readonly as?: Identity
  readonly workspaceId?: string
  /** Created by the check itself, which judges its creation or its times. */
  readonly isNew?: true
  /** With a part number, whichever. */
  readonly hasNumber?: true
}

export type SendOptions = Pick<RawRequest, 'as' | 'broken' | 'headers' | 'pace' | 'contentType'>

export interface Products {
  /** A valid creation body with unique names; the given fields replace the generated ones. */
  productBody(fields?: Partial<ProductBody>): Promise<ProductBody>
  /**
   * A product of this run, deleted at its end. Without a given name it may be one that an earlier check left as it was created.
   * Blocked by PROD-17 if the target rejects it.
   */
  product(fields?: Partial<ProductBody>, options?: ProductOptions): Promise<MadeProduct>
  /** A product of this run that contains nothing, for new items or for updates. It may be one that earlier checks have updated. */
  emptyProduct(): Promise<MadeProduct>
  /** Offers a created product to later checks, because this check needs only the answer to its creation; returns that answer. */
  leave(creation: Exchange): Exchange
  /**
   * Sends a creation, valid or invalid, that the target may reject; a created product is deleted at the end. Blocked by PROD-17
   * if the creation is denied and a workspace that accepted products before accepts none any more.
   */
  createProduct(json: unknown, request?: SendOptions): Promise<Exchange>
  /** Sends a valid creation. Blocked by PROD-17 if the target rejects it and the workspace accepts no product at all. */
  createOrBlock(body: ProductBody, request?: SendOptions): Promise<Exchange>
  /** Creates a plain product. Blocked by PROD-17 if the target rejects it. lawful: a plan may limit the number of products */
  requireOpen(workspaceId: string, request?: SendOptions): Promise<void>
  /**
   * Blocked by PROD-17 if one of the answers denies a creation in a workspace that accepts no product any more, or if the creation
   * is not denied when it is sent again. lawful: a full plan
   */
  requireRoom(answers: readonly Exchange[]): Promise<void>
  /** PATCH of a product, valid or invalid. */
  update(id: string, json: unknown, request?: SendOptions): Promise<Exchange>
  /**
   * Sends creations at the same moment and returns the answers in their order. Blocked by PROD-17 if the workspace accepts no
   * product at all, or if it accepts at most one and answers another one with a 403 that does not occur when it is sent again.
   */
  createProductsAtOnce(bodies: readonly ProductBody[]): Promise<readonly Exchange[]>
}

/** Sends creations, with a valid body or another one. */
function productSender(
  api: Api,
  session: Session,
  others: Names & Workspaces,
): Pick<Products, 'productBody' | 'requireOpen' | 'requireRoom' | 'createProduct' | 'leave'> {
  const productBody = async (fields: Partial<ProductBody> = {}): Promise<ProductBody> => ({
    workspace_id: fields.workspace_id ?? (await others.workspace()),
    name: others.name(),
    readable_id: others.readableId(),
    ...fields,
  })
  const leave: Products['leave'] = (creation) => {
    leaveSpares(session, [creation])
    return creation
  }
  const requireOpen: Products['requireOpen'] = async (workspace_id, request = {}) => {
    const plain = await api.send('createProduct', { ...request, json: await productBody({ workspace_id }) })
    leave(requireSuccess(plain, 'PROD-17'))
  }
  const requireRoom: Products['requireRoom'] = async (answers) => {
    const denied = answers.find(({ endpoint, status }) => endpoint === 'createProduct' && status === 403)
    if (!denied) return
    const json: unknown = JSON.parse(denied.request.body?.text ?? '{}')
    const workspaceId = asText(fieldOf({ json }, 'workspace_id'))
    await requireOpen(workspaceId)
    // lawful: a plan that has room again by now, perhaps for one product: then the content of the request was not the reason
    const again = await api.send('createProduct', { json })
    if (again.status === 403) await requireOpen(workspaceId)
    else requireSuccess(denied, 'PROD-17')
  }
  const createProduct: Products['createProduct'] = async (json, request = {}) => {
    const send = (): Promise<Exchange> => api.send('createProduct', { ...request, json })
    const workspaceId = asText(fieldOf({ json }, 'workspace_id'))
    const place = placeOf(workspaceId, request)
    let answer = await send()
    if (succeeded(answer)) noteRoom(session, place)
    // lawful: a plan that limits the number of products: a deleted one makes room for the next
    for (let tried = 0; tried < 2 && answer.status === 403 && hadRoom(session, place); tried += 1) {
      await requireOpen(workspaceId, request)
      answer = await send()
    }
    return answer
  }
  return { productBody, requireOpen, requireRoom, createProduct, leave }
}

/** Creates products through the interface; the client writes the ledger. */
export function createProducts(api: Api, session: Session, others: Names & Workspaces): Products {
  const { productBody, requireOpen, requireRoom, createProduct, leave } = productSender(api, session, others)
  const newProduct = async (fields: Partial<ProductBody>, options: ProductOptions): Promise<MadeProduct> => {
    const as = options.as ?? 'own'
    const workspaceId = options.workspaceId ?? fields.workspace_id ?? (await others.workspace(as))
    const body = await productBody({ ...fields, workspace_id: workspaceId })
    const exchange = requireSuccess(await createProduct(body, { as }), 'PROD-17')
    return { id: textField(exchange, 'id', 'PROD-01'), workspaceId, body, exchange }
  }
  const read = (id: string): Promise<Exchange> => api.send('getProduct', { path: { product_id: id } })
  const product: Products['product'] = async (fields = {}, options = {}) => {
    const { hasNumber, ...rest } = options
    const { description, workspace_id = await others.workspace(), ...names } = fields
    const make = (): Promise<MadeProduct> =>
      newProduct(hasNumber ? { ...fields, part_number: others.partNumber() } : fields, rest)
    // A product with a given name is searched for by it.
    if (Object.keys(names).length + Object.keys(rest).length > 0) return make()
    const alike = { workspaceId: workspace_id, description, hasNumber: hasNumber === true }
    if (loansOfCheck()) return lendProduct({ session, fields: alike, make, read })
    const spare = takeAlike(session, alike)
    return spare && isAsMade(await read(spare.id), spare) ? spare : make()
  }
  const createOrBlock: Products['createOrBlock'] = async (body, request = {}) => {
    const answer = await createProduct(body, request)
    if (answer.status >= 300) await requireOpen(body.workspace_id, request)
    return answer
  }
  const update: Products['update'] = (id, json, request = {}) =>
    api.send('updateProduct', { ...request, path: { product_id: id }, json })
  return {
    productBody,
    update,
    product,
    leave,
    emptyProduct: async () => takeSpare(session, await others.workspace()) ?? product(),
    createProduct,
    createOrBlock,
    requireOpen,
    requireRoom,
    createProductsAtOnce: async (bodies) => {
      const answers = await api.simultaneously(bodies.map((json) => api.request('createProduct', { json })))
      // lawful: a plan without room
      if (!answers.some(succeeded))
        for (const workspaceId of new Set(bodies.map(({ workspace_id: id }) => id))) await requireOpen(workspaceId)
      // lawful: a plan whose last place one of them has got. If more than one is accepted, the race proves something all the same.
      if (answers.filter(succeeded).length <= 1) await requireRoom(answers)
      return answers
    },
  }
}

function placeOf(workspaceId: string, { as = 'own' }: SendOptions): string {
  return `${as}: products of ${workspaceId.toLowerCase()}`
}

/** What is needed to hand a product on. */
interface ProductLending {
  readonly session: Session
  /** What was asked for: products that are alike stand for each other. */
  readonly fields: AlikeFields
  readonly make: () => Promise<MadeProduct>
  readonly read: (id: string) => Promise<Exchange>
}

/**
 * A product that nobody else uses now: a new one, or one that the checks before have left as it was made. It is handed on only if
 * a read shows just that, so that what went wrong in one check is not met by the next.
 */
async function lendProduct({ session, fields, make, read }: ProductLending): Promise<MadeProduct> {
  const { workspaceId, description, hasNumber } = fields
  const kind = `product in ${workspaceId}${hasNumber ? ' with a part number' : ''}, ${description ?? 'not described'}`
  for (;;) {
    const loan = await session.lending.borrow(kind)
    let isNew = loan.isNew
    const product = await session.shared(loan.name, async () => {
      const spare = takeAlike(session, fields)
      isNew = spare === undefined
      return spare ?? make()
    })
    if (!isNew && !isAsMade(await read(product.id), product)) continue
    loan.staysAsItWas = (trail) => {
      const others = trail.filter((sent) => sent !== product.exchange)
      return !others.some((sent) => mayChange(sent, product.id)) && !sharesKeys(product, others)
    }
    loan.whenChanged = (trail) => leaveSpare(session, [product.exchange], trail)
    return product
  }
}

/** Fields that a product shows only if they are set. lawful: a job that sets them in products that have none */
const optional = ['description', 'part_number', 'partNumber'] as const

function isAsMade({ status, json }: Exchange, { exchange }: MadeProduct): boolean {
  if (status !== 200 || !isRecord(exchange.json)) return false
  const compared = [...Object.keys(exchange.json), ...optional]
  return isDeepStrictEqual(pick(json, compared), pick(exchange.json, compared))
}
