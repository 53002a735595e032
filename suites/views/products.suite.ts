import { fieldOf, scenario, type CheckContext, type Exchange } from '#suite'
import { setBetween, setByItself } from '../shared/set-by-the-service.ts'
import { needsOf } from './needs-of.ts'
import { productRows, productRules, productStory, type ProductRow, type ProductRule } from './product-story.ts'
import { holdViews, ledTo, toldOf } from './story.ts'

for (const row of productRows)
  scenario(
    `${row.name} is the same in all views`,
    {
      verifies: productRules,
      needs: [...needsOf(row.as, row.write?.trace), ...(row.write?.needs === undefined ? [] : [row.write.needs])],
    },
    (context) => holdProduct(context, row),
  )

async function holdProduct(context: CheckContext<ProductRule>, { name, write }: ProductRow): Promise<void> {
  const { verify } = context
  const told = toldOf(await productStory(context), name)
  holdViews(verify, told, write === undefined)
  const [before, after] = [told.before.read, told.read]
  const byItself = await setByItself(context.given, setBetween(before, after))
  const except = [...(write?.changes ?? []), 'updatedAt', 'updatedBy', ...creation, ...byItself]
  verify('PROD-42', after, ledTo(told)).agreesWith(before.json, { kind: 'product', except })
  // What nobody has set is not set by a write that does not give it.
  for (const field of ['owner', 'excludedStatusIds']) {
    const where = isUnset(before, field) && !byItself.includes(field)
    verify('PROD-42', after, ledTo(told)).eachHas(field, [null, []], { where, mayBeMissing: true })
  }
  verify('PROD-50', after, ledTo(told)).agreesWith(before.json, { kind: 'product', only: creation })
}

/** Null and an empty list are nothing. */
function isUnset(shown: Exchange, field: string): boolean {
  const value = fieldOf(shown, field) ?? []
  return Array.isArray(value) && value.length === 0
}

const creation = ['createdAt', 'createdBy'] as const
