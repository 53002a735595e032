import { fieldOf, sameFields, sameRecord, scenario, show, type CheckContext, type Claim, type Exchange } from '#suite'
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
  const happened = write?.name ?? 'what happens beside it'
  const records = { kind: 'product', expected: told.before.read.json, received: told.read.json } as const
  verify('PROD-42', told.read, ledTo(told)).that(
    sameRecord(`the product before and after ${happened}`, {
      ...records,
      except: [...(write?.changes ?? []), 'updatedAt', 'updatedBy', ...creation],
    }),
  )
  const beside = await besideIt(context, told, toldOf(story, untouched))
  verify('PROD-42', told.read, ledTo(told)).that(setsNoOwner(told, beside))
  verify('PROD-50', told.read, ledTo(told)).that(
    sameRecord(`who created the product, and when, before and after ${happened},`, {
      ...records,
      only: creation,
    }),
  )
}

/**
 * A product that nobody has written to, with an owner by now where the one that was written to has come to one.
 * lawful: an automation that sets the owners of all products, one a moment before the other
 */
async function besideIt(
  { given }: Pick<CheckContext, 'given'>,
  { before, read }: ToldProduct,
  beside: ToldProduct,
): Promise<Exchange> {
  const hasCome = ownerOf(before.read) === null && ownerOf(read) !== null
  const id = fieldOf(beside.read, 'id')
  return hasCome && typeof id === 'string'
    ? given.eventually(
        () => given.readProduct(id),
        (shown) => ownerOf(shown) !== null,
      )
    : beside.read
}

function ownerOf(shown: Exchange): unknown {
  return fieldOf(shown, 'owner') ?? null
}

/** Where nobody has owned a product, nobody does after a write. */
function setsNoOwner({ before, read }: ToldProduct, beside: Exchange): Claim {
  const [former, present, other] = [before.read, read, beside].map(ownerOf)
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
