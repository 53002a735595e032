import { each, fieldOf, scenario, type Exchange } from '#suite'
import { changedBetween, changedByService } from '../shared/set-by-the-service.ts'
import { compare } from './consistency.ts'
import { changeOf } from './history.ts'
import { needsOf } from './needs-of.ts'
import { productHistory, productRows, productRules } from './product-history.ts'

const creationFields = ['createdAt', 'createdBy'] as const

// `productHistory`: POST /products, GET /products/{id}, the list and a search (`before`), what `row.write` sends as `row.actor`, and the reads
// again (`after`). A snapshot holds the read by id and what each view showed; `compare` claims that they agree.
for (const { name, snapshot, changes, ...row } of productRows)
  scenario(`${name} is the same in all views`, { verifies: productRules, needs: needsOf(row) }, async (context) => {
    const { given, verify } = context
    const change = changeOf(await productHistory(context, name), name)
    compare(verify, change[snapshot], change.ledBy)
    const [before, after] = [change.before.read, change.after.read]
    const unexpected = changedBetween(before, after).filter((field) => !changes.includes(field))
    const setByService = await changedByService(given, unexpected)
    const except = [...changes, 'updatedAt', 'updatedBy', ...creationFields, ...setByService]
    verify('PROD-42', after, change.ledBy).agreesWith(before.json, { kind: 'product', except })
    // What nobody has set is not set by a write that does not give it.
    await each(['owner', 'excludedStatusIds'], async (field) => {
      const where = isUnset(before, field) && ![...changes, ...setByService].includes(field)
      verify('PROD-42', after, change.ledBy).eachHas(field, [null, []], { where, mayBeMissing: true })
    })
    verify('PROD-50', after, change.ledBy).agreesWith(before.json, { kind: 'product', only: creationFields })
  })

/** Null and an empty list are nothing. */
function isUnset(shown: Exchange, field: string): boolean {
  const value = fieldOf(shown, field) ?? []
  return Array.isArray(value) && value.length === 0
}
