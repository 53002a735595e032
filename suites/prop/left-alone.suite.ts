import {
  fieldOf,
  isRecord,
  pick,
  propertyTypes,
  sameRecord,
  scenario,
  succeeded,
  type Claim,
  type Exchange,
  type PropertyType,
} from '#suite'
import { valueField } from './value-field.ts'

const needs = ['write'] as const
for (const type of propertyTypes)
  scenario(
    `an update of a ${type} property changes only what it gives`,
    { verifies: ['PROP-33'], needs, causedBy: ['PROP-32'] },
    async ({ api, given, verify }) => {
      const { id } = await wellFilled(given, { type, item: await given.item() })
      const read = async (): Promise<Exchange> => given.requireSuccess(await given.read('property', id), 'PROP-27')
      // The contract shows two fields; a name is tried as well, and is nobody's fault where it is not accepted.
      for (const json of [{ description: 'a description' }, { name: given.name() }, { reason: 'a reason alone' }]) {
        const before = await read()
        if (!succeeded(await api.send('updateProperty', { path: { property_id: id }, json }))) continue
        const after = await read()
        const what = `giving a ${Object.keys(json).join()}`
        verify('PROP-33', after).that(leavesTheRest(what, { before, after, changed: Object.keys(json) }))
        // The record of a property is not said to have a description; one that it shows is like any other field.
        const described = fieldOf(before, 'description')
        if ('description' in json || typeof described !== 'string') continue
        verify('PROP-33', after).equals({
          claim: `${what} leaves the description as it was`,
          expected: described,
          received: fieldOf(after, 'description'),
        })
      }
    },
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `an update of the unit of a ${type} property leaves its category and its name`,
    { verifies: ['PROP-33'], needs },
    async ({ api, given, verify }) => {
      const { id } = await wellFilled(given, { type, item: await given.item() })
      const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
      // Of one category, so that the category has no reason to follow.
      const answer = await api.send('updateProperty', { path: { property_id: id }, json: { display_unit: 'cm' } })
      const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
      if (!succeeded(answer) || fieldOf(before, 'display_unit') !== 'mm')
        return given.untestable({ reason: 'capability-absent', cause: 'the target accepts no unit on update' })
      // lawful: the value may be converted
      const changed = ['display_unit', 'value']
      verify('PROP-33', after).that(leavesTheRest(`giving a ${type} another unit`, { before, after, changed }))
    },
  )

scenario(
  'an update that gives a reason and no description leaves the description',
  { verifies: ['PROP-33'], needs, causedBy: ['PROP-32'] },
  async ({ api, given, verify }) => {
    const property = await given.property('text')
    const path = { property_id: property.id }
    given.requireSuccess(await api.send('updateProperty', { path, json: { description: 'measured' } }), 'PROP-32')
    const description = async (): Promise<unknown> =>
      fieldOf(given.requireSuccess(await given.read('property', property.id), 'PROP-27'), 'description')
    // The record of a property is not said to have a description.
    if ((await description()) !== 'measured')
      return given.untestable({ reason: 'capability-absent', cause: 'the target shows no description of a property' })
    for (const json of [
      { name: given.name(), reason: 'a name' },
      { [valueField('text', property.body)]: 'other', reason: 'a value' },
    ]) {
      const answer = await api.send('updateProperty', { path, json })
      verify('PROP-33', answer).equals({
        claim: `giving ${Object.keys(json).join(' and ')} leaves the description`,
        expected: 'measured',
        received: await description(),
      })
    }
  },
)

const otherValues = { text: 'another value', numeric: 4.25, matrix: '[[5, 6], [7, 8]]', date: '2031-05-06' } as const

for (const type of ['text', 'numeric', 'matrix', 'date'] as const)
  scenario(
    `an update of the value of a ${type} property changes the value and nothing else`,
    { verifies: ['PROP-33'], needs, causedBy: ['PROP-31'] },
    async ({ api, given, verify }) => {
      const { id, body } = await wellFilled(given, { type, item: await given.item() })
      const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
      const json = { [valueField(type, body)]: otherValues[type] }
      if (!succeeded(await api.send('updateProperty', { path: { property_id: id }, json })))
        return given.untestable({ reason: 'capability-absent', cause: 'the target accepts no value on update' })
      const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
      verify('PROP-33', after).that(leavesTheRest(`giving a ${type} a value`, { before, after, changed: ['value'] }))
    },
  )

scenario(
  'an update by another key leaves who created a property, and when',
  {
    verifies: ['PROP-33'],
    needs: ['write', 'same-org-key|control:create-key'],
    causedBy: ['AUTH-23', 'PROP-09'],
  },
  async ({ api, given, verify }) => {
    const { id } = await given.property('text')
    const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
    const path = { property_id: id }
    const json = { description: 'changed by another' }
    given.requireSuccess(await api.send('updateProperty', { as: 'same-organization', path, json }), 'AUTH-23')
    const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
    verify('PROP-33', after).that(
      sameRecord('who created a property, and when, after an update by another key,', {
        kind: 'property',
        expected: pick(before.json, ['createdBy', 'createdAt']),
        received: pick(after.json, ['createdBy', 'createdAt']),
      }),
    )
  },
)

scenario(
  'an update of one property leaves its neighbour as it was',
  { verifies: ['PROP-33'], needs },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const [one, two] = [await given.property('text', { item }), await given.property('text', { item })]
    const read = async (): Promise<Exchange> => given.requireSuccess(await given.read('property', two.id), 'PROP-27')
    const before = await read()
    const path = { property_id: one.id }
    const described = { description: 'only mine' }
    given.requireSuccess(await api.send('updateProperty', { path, json: described }), 'PROP-32')
    await api.send('updateProperty', { path, json: { ...described, [valueField('text', one.body)]: 'only mine' } })
    const after = await read()
    verify('PROP-33', after).that(leavesTheRest('a change of its neighbour', { before, after, changed: [] }))
  },
)

interface Changed {
  readonly before: Exchange
  readonly after: Exchange
  readonly changed: readonly string[]
}

/** Claims that only what an update gives is another. lawful: the time moves, and a readable_id may follow the name. */
function leavesTheRest(what: string, { before, after, changed }: Changed): Claim {
  const follow = changed.includes('name') ? ['readable_id'] : []
  return sameRecord(`what ${what} leaves`, {
    kind: 'property',
    expected: before.json,
    received: after.json,
    shows: 'partial',
    except: [...changed, ...follow, 'updatedAt', 'updatedBy'],
  })
}

type TextGiven = Parameters<Parameters<typeof scenario>[2]>[0]['given']

interface Wish {
  readonly type: PropertyType
  readonly item: Awaited<ReturnType<TextGiven['item']>>
}

/** A property with as much to lose as the target takes: references, and a unit that is not the usual one. */
async function wellFilled(given: TextGiven, { type, item }: Wish): ReturnType<TextGiven['property']> {
  const unit = type === 'numeric' || type === 'matrix' ? { category: 'length', display_unit: 'mm' } : {}
  const filled: Partial<Record<PropertyType, () => Promise<Readonly<Record<string, unknown>>>>> = {
    text: async () => ({ references: await referencesInto(given, item) }),
    // Not the status that a property begins with: a fall back to it would not show.
    status: async () => ({ [valueField(type, await given.propertyBody(type, item))]: 'Done' }),
  }
  const fields = (await filled[type]?.()) ?? unit
  return given.property(type, { item, fields }).catch(async () => given.property(type, { item }))
}

async function referencesInto(given: TextGiven, item: Wish['item']): Promise<readonly object[]> {
  const { exchange } = await given.file(item.id)
  const usages = fieldOf(exchange, 'used_in')
  const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
  return isRecord(usage) ? [{ file_link_id: String(usage['file_link_id']), page: 1 }] : []
}
