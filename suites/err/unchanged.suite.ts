import { assume, each, fieldIn, roleOf, scenario, rejected, succeeded } from '#suite'
import type { Exchange, Fields, Given, Sources } from '#suite'
import { type JsonWriteName, requireAccepted } from '../shared/json-writes.ts'
import { farAway } from '../shared/far-away.ts'
import { sharedItem } from '../shared/shared-place.ts'

// lawful: a job may touch `updatedAt` at any time.
const productFields = ['name', 'readable_id', 'description', 'part_number', 'workspace_id', 'archived']

type Wrong = Readonly<Record<string, (given: Given) => Promise<Fields>>>

const inUse: Wrong = {
  'a readable_id in use': async (given) => ({ readable_id: (await given.product()).body.readable_id }),
}

/** Fields that are well formed, and refused for what is stored already. */
const storedOtherwise: Wrong = {
  ...inUse,
  'a baseline that is not an existing version': () => Promise.resolve({ baseline_version_number: farAway }),
}

for (const [broken, wrong] of Object.entries(storedOtherwise))
  scenario(
    `a product is unchanged after its update is rejected for ${broken}`,
    { verifies: ['ERR-20'], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const { id } = await given.product({ description: 'described' })
      const before = given.requireSuccess(await given.read('product', id), 'PROD-19')
      const change = { name: given.name(), description: 'after', ...(await wrong(given)) }
      await requireRejected('updating a product', context, await given.update(id, change, { broken }))
      const after = await given.read('product', id)
      verify('ERR-20', after).hasStatus(before.status)
      verify('ERR-20', after).shows(shownValues(before, productFields), { beside: [before] })
    },
  )

const emptyName: Wrong = { 'an empty name': () => Promise.resolve({ name: '' }) }

const numbered = { verifies: ['ERR-20'], needs: ['write', 'trace'] } as const
const reserved = 'partial write: the part number seems to be reserved before the other fields are validated'

for (const [broken, wrong] of Object.entries({ ...inUse, ...emptyName })) {
  scenario(
    `a part number stays free when a POST /products that contains it is rejected for ${broken}`,
    numbered,
    async (context) => {
      const { given, verify } = context
      const part_number = given.partNumber()
      const body = { ...(await given.productBody()), ...(await wrong(given)), part_number }
      await requireRejected('creating a product', context, await given.createProduct(body, { broken }))
      const answer = await given.createProduct(await given.productBody({ part_number }))
      verify('ERR-20', answer).hasStatus({ except: [409] }, { hint: reserved })
    },
  )

  scenario(
    `a part number stays free when a PATCH of a product that contains it is rejected for ${broken}`,
    numbered,
    async (context) => {
      const { given, session, verify } = context
      const { id } = await session.shared('product of refused updates', () => given.productWithoutPartNumber())
      const part_number = given.partNumber()
      const change = { ...(await wrong(given)), part_number }
      await requireRejected('updating a product', context, await given.update(id, change, { broken }))
      const answer = await given.createProduct(await given.productBody({ part_number }))
      verify('ERR-20', answer).hasStatus({ except: [409] }, { hint: reserved })
    },
  )
}

scenario(
  'a part number stays free when a PATCH of a product that has another one is rejected',
  numbered,
  async (context) => {
    const { given, verify } = context
    const { id } = await given.productWithPartNumber()
    const part_number = given.partNumber()
    await requireRejected('updating a product', context, await given.update(id, { part_number }))
    const answer = await given.createProduct(await given.productBody({ part_number }))
    verify('ERR-20', answer).hasStatus({ except: [409] }, { hint: reserved })
  },
)

for (const [broken, wrong] of Object.entries({ ...storedOtherwise, ...emptyName }))
  scenario(
    `a part number stays when its removal is rejected for ${broken}`,
    { verifies: ['ERR-20'], needs: ['write', 'trace'] },
    async (context) => {
      const { given, verify } = context
      const { id, partNumber } = await given.productWithPartNumber()
      await requireRejected(
        'updating a product',
        context,
        await given.update(id, { part_number: null, ...(await wrong(given)) }, { broken }),
      )
      const read = given.requireSuccess(await given.read('product', id), 'PROD-19')
      const hint = 'partial write: the part number seems to be retired before the other fields are validated'
      verify('ERR-20', read).shows({ part_number: partNumber }, { hint })
    },
  )

const ofAProduct = async (given: Given) => (await given.productWithPartNumber()).partNumber

/** Which numbers items may have is not shown: one in place of another, or that of a product, may be accepted. */
const refusedNumbers = [
  { what: 'an item', which: 'another', hasNumber: true, otherNumber: async (given: Given) => given.partNumber() },
  { what: 'an item', which: "a product's", hasNumber: true, otherNumber: ofAProduct },
  { what: 'an item without a part number', which: "a product's", hasNumber: false, otherNumber: ofAProduct },
  {
    what: 'an item without a part number',
    which: "another item's",
    hasNumber: false,
    otherNumber: async (given: Given) => {
      const part_number = given.partNumber()
      await given.item({ fields: { part_number } })
      return part_number
    },
  },
] as const

for (const { what, which, hasNumber, otherNumber } of refusedNumbers)
  scenario(
    `${what} is unchanged after its update to ${which} part number is rejected`,
    { verifies: ['ERR-20'], needs: ['write', 'trace'] },
    async (context) => {
      const { api, given, verify } = context
      const item = await given.item({ fields: { description: 'before', ...numberIf(hasNumber, given) } })
      const before = given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
      // An item need not have a name.
      const names = Object.keys(item.body).filter((field) => roleOf([field]) === 'name')
      const newNames = Object.fromEntries(names.map((field) => [field, given.name()]))
      const json = { ...newNames, description: 'after', part_number: await otherNumber(given) }
      const answer = await api.send('updateItem', { path: { item_id: item.id }, json })
      assume(!succeeded(answer), 'the target accepted the part number of the item')
      await requireAccepted('updating an item', context)
      const fields = ['description', 'part_number', ...names]
      const after = await given.read('item', item.id)
      verify('ERR-20', after).hasStatus(before.status)
      verify('ERR-20', after).shows(shownValues(before, fields), { beside: [before] })
      await each(unshownValues(before, json), async ([field, value]) =>
        verify('ERR-20', after).eachHas(field, { except: [value] }, { mayBeMissing: true }),
      )
    },
  )

function numberIf(hasNumber: boolean, given: Given): Fields {
  return hasNumber ? { part_number: given.partNumber() } : {}
}

scenario(
  'a property is unchanged after its update is rejected',
  { verifies: ['ERR-20'], needs: ['write'] },
  async (context) => {
    const { api, given, verify } = context
    const item = await sharedItem(context, 'refused updates')
    const path = { property_id: (await given.property('status', { item })).id }
    const before = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-30')
    const json = { name: 'after', description: 'after', value: ['no status'] }
    const answer = await api.send('updateProperty', { path, json, broken: 'an array as status' })
    await requireRejected('updating a property', context, answer)
    const after = await api.send('getProperty', { path })
    verify('ERR-20', after).hasStatus(before.status)
    verify('ERR-20', after).shows(shownValues(before, ['name', 'description', 'value']), { beside: [before] })
    await each(unshownValues(before, json), async ([field, value]) =>
      verify('ERR-20', after).eachHas(field, { except: [value] }, { mayBeMissing: true }),
    )
  },
)

/**
 * Goes on after a rejection of what is wrong alone: the write without it is accepted. What was accepted with it is not a case of
 * this rule, but of the one that forbids it.
 */
async function requireRejected(write: JsonWriteName, context: Sources, answer: Exchange): Promise<void> {
  const { broken = 'what was to be refused' } = answer
  assume(rejected(answer), { reason: 'blocked', cause: `the target did not reject ${broken}` })
  await requireAccepted(write, context)
}

/** Those of the fields that a record shows a value of. */
function shownValues({ json }: Exchange, fields: readonly string[]): Fields {
  const shown = fields.map((field) => [field, fieldIn(json, field)] as const)
  return Object.fromEntries(shown.filter(([, value]) => (value ?? null) !== null))
}

/** The values sent for fields that a record shows no value of. lawful: a job that gives them a value of its own meanwhile */
function unshownValues({ json }: Exchange, sent: Fields): ReadonlyArray<readonly [field: string, value: unknown]> {
  return Object.entries(sent).filter(([field]) => (fieldIn(json, field) ?? null) === null)
}
