import { scenario } from '#suite'
import { updatedProduct } from './updated-product.ts'

// `updatedProduct` is a product whose PATCH with a new name and readable_id was accepted: the control request of rejected updates.

const needs = ['write'] as const

/** What an update may not empty. */
const required = [
  { id: 'PROD-43', field: 'name' },
  { id: 'PROD-44', field: 'readable_id' },
] as const

const beside = [
  { where: '', fields: {} },
  { where: ' and another field', fields: { description: 'together' } },
] as const

for (const { id, field } of required)
  for (const { where, fields } of beside)
    scenario(
      `an update of a product with an empty ${field}${where} is rejected`,
      { verifies: [id], needs },
      async (context) => {
        const { given, verify } = context
        const product = await updatedProduct(context, field)
        const broken = `an empty ${field}`
        const answer = await given.update(product.id, { ...fields, [field]: '' }, { broken })
        verify(id, answer).isRefused({ status: 422, control: product.control })
      },
    )
