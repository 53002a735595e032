import { pick, sameRecord, scenario, type CheckContext } from '#suite'
import { causes } from './causes.ts'
import { needsOf } from './needs-of.ts'
import { productRows, productRules, productStory, type ProductRow, type ProductRule } from './product-story.ts'
import { holdViews, ledTo, toldOf } from './story.ts'

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
  const [before, after] = [told.before.read.json, told.read.json]
  verify('PROD-42', told.read, ledTo(told)).that(
    sameRecord(`the product before and after ${write?.name ?? 'what happens beside it'}`, {
      kind: 'product',
      expected: before,
      received: after,
      except: [...(write?.changes ?? []), 'updatedAt', 'updatedBy', ...creation],
    }),
  )
  verify('PROD-50', told.read, ledTo(told)).that(
    sameRecord(`who created the product, and when, before and after ${write?.name ?? 'what happens beside it'},`, {
      kind: 'product',
      expected: pick(before, creation),
      received: pick(after, creation),
    }),
  )
}

const creation = ['createdAt', 'createdBy'] as const
