import { scenario, type Given } from '#suite'

const needs = ['write'] as const

/** What an update may not empty, and a change of it that is accepted. */
const required = [
  { id: 'PROD-43', field: 'name', change: (given: Given) => ({ name: given.name() }) },
  { id: 'PROD-44', field: 'readable_id', change: (given: Given) => ({ readable_id: given.readableId() }) },
] as const

const beside = [
  { where: '', fields: {} },
  { where: ' and another field', fields: { description: 'together' } },
] as const

for (const { id, field, change } of required)
  for (const { where, fields } of beside)
    scenario(`an update with an empty ${field}${where} is rejected`, { verifies: [id], needs }, async (context) => {
      const { given, session, verify } = context
      // One a field: a target that accepted both would leave nothing by which the product can be told to be ours.
      const product = await session.shared(`product whose ${field} is not emptied`, () => given.emptyProduct())
      const control = await session.shared(`update of its ${field}`, () => given.update(product.id, change(given)))
      given.requireSuccess(control, 'PROD-41')
      const broken = `an empty ${field}`
      const answer = await given.update(product.id, { ...fields, [field]: '' }, { broken })
      verify(id, answer).isRefused({ status: 422, control })
    })
