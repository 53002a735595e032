import { fieldOf, sameFields, sameRecord, scenario, show, type CheckContext, type Claim } from '#suite'
import { causes } from './causes.ts'
import { needsOf } from './needs-of.ts'
import {
  productRows,
  productRules,
  productStory,
  untouched,
  type ProductRow,
  type ProductRule,
} from './product-story.ts'
import { holdViews, ledTo, toldOf, type Told } from './story.ts'

for (const row of productRows)
  scenario(
    `${row.name} is the same in all views`,
    {
      verifies: productRules,
      needs: [...needsOf(row.as, row.write?.trace), ...(row.write?.needs === undefined ? [] : [row.write.needs])],
      causedBy: causes.product,
    },
    (context) => holdProduct(context, row),
  )

type ToldProduct = Pick<Told<ProductRule>, 'before' | 'read'>

async function holdProduct(context: CheckContext<ProductRule>, { name, write }: ProductRow): Promise<void> {
  const { verify } = context
  const story = await productStory(context)
  const told = toldOf(story, name)
  holdViews(verify, told, write === undefined)
  const [before, after] = [told.before.read.json, told.read.json]
  verify('PROD-42', told.read, ledTo(told)).that(
    sameRecord(`the product before and after ${write?.name ?? 'what happens beside it'}`, {
      kind: 'product',
      expected: before,
      received: after,
      except: [...(write?.changes ?? []), 'updatedAt', 'updatedBy', ...creation],
    }),
  )
  verify('PROD-42', told.read, ledTo(told)).that(setsNoOwner(told, toldOf(story, untouched)))
  verify('PROD-50', told.read, ledTo(told)).that(
    sameRecord(`who created the product, and when, before and after ${write?.name ?? 'what happens beside it'},`, {
      kind: 'product',
      expected: before,
      received: after,
      only: creation,
    }),
  )
}

/** Where nobody has owned a product, nobody does after a write. lawful: an automation that sets the owners of all products */
function setsNoOwner({ before, read }: ToldProduct, beside: ToldProduct): Claim {
  const [former, present, other] = [before.read, read, beside.read].map((shown) => fieldOf(shown, 'owner') ?? null)
  return {
    claim: 'a product that nobody owns has no owner after a write that does not give one',
    where: former === null && other === null,
    holds: present === null,
    expected: 'no owner, as before, and as a product beside it that nobody has written to',
    received: show(present),
    criterion: sameFields({ expected: before.read.json, received: read.json }, ['owner']),
  }
}

const creation = ['createdAt', 'createdBy'] as const
