import {
  entryOf,
  fieldOf,
  pick,
  sameId,
  sameRecord,
  scenario,
  type CheckContext,
  type Exchange,
  type Identity,
  type MadeProduct,
} from '#suite'
import { agree } from './agree.ts'
import { causes } from './causes.ts'
import { needsOf } from './needs-of.ts'
import { productWrites, type ProductWrite } from './product-writes.ts'
import type { View } from './view.ts'

const rules = [
  'PROD-09',
  'PROD-10',
  'PROD-12',
  'PROD-13',
  'PROD-19',
  'PROD-20',
  'PROD-41',
  'PROD-42',
  'PROD-50',
  'PN-21',
] as const
type Rule = (typeof rules)[number]
type Context = CheckContext<Rule>

/** Fields of an entry that are stated one by one. */
const fields = {
  owner: 'PROD-13',
  status: 'PROD-10',
  archived: 'PROD-09',
  excludedStatusIds: 'PROD-12',
} as const

for (const as of ['own', 'same-organization'] as const)
  scenario(
    `a new product is the same in all views${as === 'own' ? '' : ', made by another user'}`,
    { verifies: rules, needs: needsOf(as), causedBy: causes.product },
    async (context) => {
      const { given, verify } = context
      const product = await given.product({ description: 'described' }, { as })
      const views = [
        searched(given, product, 'PROD-20'),
        answered(product.exchange, product.id, { differs: 'PROD-19' }),
      ]
      await agree(
        { given, verify },
        { kind: 'product', read: () => given.readProduct(product.id), views: views.flat() },
      )
    },
  )

const rows = productWrites.map((write, index) => ({
  write,
  as: index % 2 === 0 ? ('same-organization' as const) : ('own' as const),
}))

for (const { write, as } of rows)
  scenario(
    `a product is the same in all views after ${write.name}${as === 'own' ? '' : ' by another user'}`,
    { verifies: rules, needs: needsOf(as, write.trace), causedBy: causes.product },
    (context) => afterTheWrite(context, write, as),
  )

async function afterTheWrite(context: Context, write: ProductWrite, as: Identity): Promise<void> {
  const { given, verify } = context
  const product = await given.product({ description: 'described' })
  const read = () => given.readProduct(product.id)
  const list = searched(given, product, 'PROD-41')
  // What is kept for the next reader shows only where somebody has read before.
  const before = await read()
  await list.look(before)
  const answer = given.requireSuccess(await write.send(context, product, as), write.by)
  const views = [list, ...answered(answer, product.id, updated)]
  const after = await agree({ given, verify }, { kind: 'product', read, views })
  verify('PROD-42', after.read).that(
    sameRecord(`what ${write.name} leaves`, {
      kind: 'product',
      expected: before.json,
      received: after.read.json,
      except: [...write.changes, 'updatedAt', 'updatedBy', 'createdAt', 'createdBy'],
    }),
  )
  verify('PROD-50', after.read).that(
    sameRecord('who created the product, and when,', {
      kind: 'product',
      expected: pick(before.json, creation),
      received: pick(after.read.json, creation),
    }),
  )
}

const creation = ['createdAt', 'createdBy'] as const

/** What a search for its present name finds: the one list that shows a product wherever it stands among others. */
function searched(given: Context['given'], { id, workspaceId, body }: MadeProduct, differs: Rule): View<Rule> {
  return {
    name: 'a search for its name',
    missing: differs,
    differs,
    fields,
    look: async (read) => {
      const name = fieldOf(read, 'name')
      const { exchange } = await given.search(workspaceId, typeof name === 'string' ? name : body.name)
      return { answer: exchange, record: entryOf(exchange, id) }
    },
  }
}

type Blame = Pick<View<Rule>, 'differs' | 'fields'>

const updated: Blame = {
  differs: 'PROD-41',
  fields: { owner: 'PROD-42', createdAt: 'PROD-50', createdBy: 'PROD-50' },
}

/** What the answer to a write shows. lawful: work that is done shortly after it moves the time. */
function answered(answer: Exchange, id: string, blame: Blame): ReadonlyArray<View<Rule>> {
  if (!sameId(fieldOf(answer, 'id'), id)) return []
  return [
    {
      name: 'the answer to the write',
      missing: blame.differs,
      ...blame,
      except: ['updatedAt', 'updatedBy'],
      look: () => Promise.resolve({ answer, record: answer.json }),
    },
  ]
}
