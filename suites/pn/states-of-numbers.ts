import type { Given } from '#suite'

/** A number that may not be given out, and the product that has it or had it. */
export interface Known {
  readonly partNumber: string
  readonly holderId: string
}

type Make = (given: Given, workspace_id: string) => Promise<Known>

export interface State {
  readonly what: string
  readonly make: Make
  readonly isRetired: boolean
  /** What the product that asks for it has beside it: one with a description may go another way than one without. */
  readonly beside: { readonly description?: 'described' }
  /** Beside writing numbers. */
  readonly needs?: 'control:publish-version' | 'same-org-key|control:create-key'
  /** What fails first if the state cannot be reached. */
  readonly hint: string
}

/** The ways in which a number gets into use, and out of it. */
export const states: readonly State[] = [
  {
    what: 'a part number in use (set at creation)',
    make: atCreation,
    isRetired: false,
    beside: { description: 'described' },
    hint: 'missing uniqueness check: this handler does not seem to look up part numbers in use',
  },
  {
    what: 'a part number in use (assigned later)',
    make: assignedLater,
    isRetired: false,
    beside: {},
    hint: 'uniqueness check: an assignment does not seem to add its part number to the table that is looked up',
  },
  {
    what: 'a part number in use (by a published product)',
    make: async (given, workspace_id) => {
      const product = await given.productWithPartNumber({ workspace_id })
      await given.publish(await given.item({ product }))
      return { partNumber: product.partNumber, holderId: product.id }
    },
    isRetired: false,
    beside: { description: 'described' },
    needs: 'control:publish-version',
    hint: 'lookup too narrow: it seems to see unpublished products only',
  },
  {
    what: 'a retired part number (set at creation)',
    make: async (given, workspace_id) => retired(given, await atCreation(given, workspace_id)),
    isRetired: true,
    beside: {},
    hint: 'lookup too narrow: it seems to see active part numbers only',
  },
  {
    what: 'a retired part number (assigned later)',
    make: async (given, workspace_id) => retired(given, await assignedLater(given, workspace_id)),
    isRetired: true,
    beside: { description: 'described' },
    hint: 'lookup too narrow: it seems to see active part numbers only, or those of creations only',
  },
  {
    what: 'a retired part number (removed with other changes)',
    make: async (given, workspace_id) =>
      retired(given, await atCreation(given, workspace_id), { name: given.name(), description: 'changed' }),
    isRetired: true,
    beside: {},
    hint: 'missing retirement: an update of several fields seems to free the part number',
  },
  {
    what: 'a retired part number (removed by another user)',
    make: async (given, workspace_id) => {
      const known = await atCreation(given, workspace_id)
      await given.removePartNumber(known.holderId, { as: 'same-organization', by: 'AUTH-23' })
      return known
    },
    isRetired: true,
    beside: { description: 'described' },
    needs: 'same-org-key|control:create-key',
    hint: 'missing retirement: a removal by a user other than the creator seems to free the part number',
  },
  {
    what: 'a retired part number (removed after a renaming)',
    make: renamedAndRetired,
    isRetired: true,
    beside: {},
    hint: 'missing retirement: the retired number seems to be stored under the old name of the product',
  },
  {
    what: 'a retired part number (removed before a publication)',
    make: async (given, workspace_id) => {
      const product = await given.productWithPartNumber({ workspace_id })
      const known = await retired(given, { partNumber: product.partNumber, holderId: product.id })
      await given.publish(await given.item({ product }))
      return known
    },
    isRetired: true,
    beside: { description: 'described' },
    needs: 'control:publish-version',
    hint: 'missing retirement: a publication seems to copy the draft only, without its retired numbers',
  },
]

async function atCreation(given: Given, workspace_id: string): Promise<Known> {
  const { id, partNumber } = await given.productWithPartNumber({ workspace_id })
  return { partNumber, holderId: id }
}

async function assignedLater(given: Given, workspace_id: string): Promise<Known> {
  const { id } = await given.productWithoutPartNumber({ workspace_id })
  const partNumber = given.partNumber()
  given.requireSuccess(await given.update(id, { part_number: partNumber }), 'PN-02')
  return { partNumber, holderId: id }
}

async function retired(given: Given, known: Known, beside: object = {}): Promise<Known> {
  await given.removePartNumber(known.holderId, { beside })
  return known
}

async function renamedAndRetired(given: Given, workspace_id: string): Promise<Known> {
  const known = await atCreation(given, workspace_id)
  const names = { name: given.name(), readable_id: given.readableId() }
  given.requireSuccess(await given.update(known.holderId, names), 'PROD-41')
  return retired(given, known)
}
