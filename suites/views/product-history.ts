import { entryOf, fieldOf, sameId } from '#suite'
import type { Exchange, Found, Identity, MadeProduct, Sources } from '#suite'
import { asBefore, settable } from '../shared/set-by-the-service.ts'
import { productWrites, type ProductWrite } from './product-writes.ts'
import { type Moment, oncePerMoment, type Seen, type View } from './consistency.ts'
import { type History, historyInTwoRounds, sharedHistory, type Step } from './history.ts'
import { longDescription } from './long-description.ts'

/** What views of products may break. */
export const productRules = [
  'PROD-09',
  'PROD-10',
  'PROD-12',
  'PROD-13',
  'PROD-19',
  'PROD-20',
  'PROD-32',
  'PROD-41',
  'PROD-42',
  'PROD-50',
  'PN-21',
] as const
export type ProductRule = (typeof productRules)[number]

/** A product by one of two users of the organization, and what is written to it; nothing if it is new. */
export interface ProductRow {
  readonly name: string
  readonly actor: Identity
  readonly write?: ProductWrite
  /** Documented fields that the write may change. */
  readonly changes: readonly string[]
  /** Which snapshot is compared: the first if the product is new. */
  readonly snapshot: 'before' | 'after'
}

export const productRows: readonly ProductRow[] = [
  { name: 'a new product', actor: 'own', changes: [], snapshot: 'before' },
  { name: 'a product that another user created', actor: 'same-organization', changes: [], snapshot: 'before' },
  ...productWrites.map((write) => {
    const { actor, changes } = write
    const by = actor === 'own' ? '' : ' by another user'
    return { name: `after ${write.name}${by}, a product`, actor, write, changes, snapshot: 'after' } as const
  }),
]

/** What all products of the history are made and looked up in. */
interface Lists {
  readonly workspace: string
  /** A word that the names of all of them begin with. */
  readonly word: string
  readonly search: (moment: Moment) => Promise<Found>
  readonly whole: (moment: Moment) => Promise<Exchange>
}

/** What happens to products; made once per session. */
export function productHistory(sources: Sources, only: string): Promise<History<ProductRule>> {
  const { given, session } = sources
  const rows = productRows.filter(({ write }) => write?.trace !== true || session.configuration.allowTraces)
  return sharedHistory(session, { name: 'products that are written to', rows, only }, async (asked) => {
    const [workspace, word] = [await given.workspace(), given.word()]
    const search = oncePerMoment(() => given.search(workspace, word))
    const whole = oncePerMoment(() => given.listProducts(workspace, { query: { limit: 100 } }))
    const lists = { workspace, word, search, whole }
    return historyInTwoRounds(given, {
      rows: asked,
      placeOf: ({ name, write }) => (write === undefined ? name : workspace),
      make: (row) => productOf(sources, row, lists),
      stepOf: (row, product) => stepOf(sources, row, { product, lists }),
    })
  })
}

async function productOf(
  { given, session }: Sources,
  { actor: as, write }: ProductRow,
  lists: Lists,
): Promise<MadeProduct> {
  if (as === 'same-organization') await session.ensureKey(as)
  const start = `described ${given.word()}`
  // Whether a list cuts descriptions is asked of the written products alone: one cause is one requirement.
  const description = write === undefined ? start : longDescription(start)
  const fields = { name: `${lists.word} ${given.word()}`, description }
  const { workspace: workspaceId } = lists
  return given.product(fields, write === undefined ? { as, workspaceId } : { workspaceId })
}

interface Made {
  readonly product: MadeProduct
  readonly lists: Lists
}

async function stepOf(sources: Sources, row: ProductRow, { product, lists }: Made): Promise<Step<ProductRule>> {
  const { given, session } = sources
  const { actor: as, write } = row
  if (as === 'same-organization') await session.ensureKey(as)
  const record = { kind: 'product', read: () => given.readProduct(product.id) } as const
  if (write === undefined) {
    const seen = answerViews(product.exchange, product, { ...created, except: settable(product.exchange) })
    const views = [...listViews(product, lists, { differs: 'PROD-20', fields: ownFields }), ...seen]
    return { record: { ...record, views }, write: () => Promise.resolve(product.exchange) }
  }
  const isRenamed = write.changes.includes('name')
  const fields = fieldsBeside(write.changes)
  const views = isRenamed
    ? [searchByName(sources, product, fields)]
    : listViews(product, lists, { differs: 'PROD-41', fields })
  return {
    record: { ...record, views },
    write: async () => {
      const answer = await write.send(sources, product, as)
      return answer === undefined ? undefined : given.requireSuccess(answer, write.by)
    },
    opened: (before, answer) =>
      answerViews(answer, product, { ...updated, except: answer === undefined ? [] : asBefore(before, answer) }),
  }
}

/** Fields of an entry that are stated one by one; texts only if the write leaves them as they were sent. */
function fieldsBeside(changes: readonly string[]): NonNullable<View<ProductRule>['fields']> {
  return changes.includes('description') ? ownFields : { ...ownFields, description: 'PROD-32' }
}

const ownFields = { owner: 'PROD-13', status: 'PROD-10', archived: 'PROD-09', excludedStatusIds: 'PROD-12' } as const

/** What a search for a word of its name finds, and the beginning of the list, if it may stand among others. */
function listViews(
  { id }: MadeProduct,
  lists: Lists,
  { differs, fields }: Required<Pick<View<ProductRule>, 'differs' | 'fields'>>,
): ReadonlyArray<View<ProductRule>> {
  return [
    {
      name: 'a search for a word of its name',
      missing: differs,
      differs,
      fields,
      look: async (_, moment) => seenIn(await lists.search(moment), id),
    },
    {
      name: 'the list of its workspace',
      differs,
      fields,
      look: async (_, moment) => {
        const answer = await lists.whole(moment)
        return { answer, record: entryOf(answer, id) }
      },
    },
  ]
}

/** What a search shows of a product: a full page without it says nothing. */
function seenIn({ exchange, complete }: Found, id: string): Seen {
  return { answer: exchange, record: entryOf(exchange, id), isPart: !complete }
}

/** What a search for its present name finds. */
function searchByName(
  { given }: Sources,
  { id, workspaceId, body }: MadeProduct,
  fields: NonNullable<View<ProductRule>['fields']>,
): View<ProductRule> {
  return {
    name: 'a search for its name',
    missing: 'PROD-41',
    differs: 'PROD-41',
    fields,
    look: async (read) => {
      const name = fieldOf(read, 'name')
      const isKnown = typeof name === 'string'
      const found = await given.search(workspaceId, isKnown ? name : body.name)
      return seenIn({ ...found, complete: isKnown && found.complete }, id)
    },
  }
}

type Blame = Pick<View<ProductRule>, 'differs' | 'fields' | 'except'>

const created: Blame = { differs: 'PROD-19' }
const updated: Blame = { differs: 'PROD-41', fields: { owner: 'PROD-42', createdAt: 'PROD-50', createdBy: 'PROD-50' } }

/** What the answer to a write shows. lawful: work that is done shortly after it moves the time. */
function answerViews(
  answer: Exchange | undefined,
  { id }: MadeProduct,
  blame: Blame,
): ReadonlyArray<View<ProductRule>> {
  if (answer === undefined || !sameId(fieldOf(answer, 'id'), id)) return []
  return [
    {
      name: 'the answer to the write',
      missing: blame.differs,
      ...blame,
      except: ['updatedAt', 'updatedBy', ...(blame.except ?? [])],
      look: () => Promise.resolve({ answer, record: answer.json }),
    },
  ]
}
