import { fieldOf, sameFields, sameRecord, scenario, show, type CheckContext, type Claim, type Exchange } from '#suite'
import { setBetween, setByItself } from '../subjects/set-by-the-service.ts'
import { causes } from './causes.ts'
import { needsOf } from './needs-of.ts'
import { productRows, productRules, productStory, type ProductRow, type ProductRule } from './product-story.ts'
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

async function holdProduct(context: CheckContext<ProductRule>, { name, write }: ProductRow): Promise<void> {
  const { verify } = context
  const told = toldOf(await productStory(context), name)
  holdViews(verify, told, write === undefined)
  const happened = write?.name ?? 'what happens beside it'
  const [before, after] = [told.before.read, told.read]
  const records = { kind: 'product', expected: before.json, received: after.json } as const
  const byItself = await setByItself(context.given, setBetween(before, after))
  verify('PROD-42', after, ledTo(told)).that(
    sameRecord(`the product before and after ${happened}`, {
      ...records,
      except: [...(write?.changes ?? []), 'updatedAt', 'updatedBy', ...creation, ...byItself],
    }),
  )
  for (const claim of setsNothing(told, byItself)) verify('PROD-42', after, ledTo(told)).that(claim)
  verify('PROD-50', after, ledTo(told)).that(
    sameRecord(`who created the product, and when, before and after ${happened},`, {
      ...records,
      only: creation,
    }),
  )
}

/** What nobody has set is not set by a write that does not give it. */
function setsNothing({ before, read }: Told<ProductRule>, byItself: readonly string[]): readonly Claim[] {
  return ['owner', 'excludedStatusIds'].map((field) => {
    const [former, present] = [before.read, read].map((shown) => valueOf(shown, field))
    return {
      claim: `a product without ${field} has none after a write that does not give it`,
      where: former === undefined && !byItself.includes(field),
      holds: present === undefined,
      expected: 'none, as before, and as a product beside it that nobody has written to',
      received: show(present),
      criterion: sameFields({ expected: before.read.json, received: read.json }, [field]),
    }
  })
}

/** Nothing where it is null or an empty list. */
function valueOf(shown: Exchange, field: string): unknown {
  const value = fieldOf(shown, field) ?? undefined
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

const creation = ['createdAt', 'createdBy'] as const
