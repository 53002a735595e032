import { isRecord, pick, propertyTypes, scenario, type Exchange, type PropertyType } from '#suite'
import { comparable } from './comparable.ts'
import { valueField } from './value-field.ts'

const needs = ['write'] as const
for (const type of propertyTypes)
  scenario(
    `an update of a ${type} property changes only what it gives`,
    { verifies: ['PROP-33'], needs, causedBy: ['PROP-32'] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const plain = await wellFilled(given, { type, item })
      const path = { property_id: plain.id }
      const read = async (): Promise<Exchange> =>
        given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      const name = given.name()
      // The contract shows two fields; a name is tried as well, and is nobody's fault where it is not taken.
      for (const json of [{ description: 'a description' }, { name }, { reason: 'a reason alone' }]) {
        const before = await read()
        const answer = await api.send('updateProperty', { path, json })
        if (answer.status >= 400) continue
        const after = await read()
        const { one, other } = comparable(settled(before.json, json), settled(after.json, json))
        verify('PROP-33', after).that({
          claim: `giving a ${Object.keys(json).join()} leaves everything else as it was`,
          holds: one === other,
          expected: one,
          received: other,
        })
        // The record of a property is not said to have a description; one that it shows is like any other field.
        const [described, kept] = [before, after].map((read) =>
          isRecord(read.json) ? read.json['description'] : undefined,
        )
        if ('description' in json || typeof described !== 'string') continue
        verify('PROP-33', after).equals({
          claim: `giving a ${Object.keys(json).join()} leaves the description as it was`,
          expected: described,
          received: kept,
        })
      }
    },
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `an update of the unit of a ${type} property leaves its category and its name`,
    { verifies: ['PROP-33'], needs },
    async ({ api, given, verify }) => {
      const property = await wellFilled(given, { type, item: await given.item() })
      const path = { property_id: property.id }
      const before = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      // Of one category, so that the category has no reason to follow.
      const answer = await api.send('updateProperty', { path, json: { display_unit: 'cm' } })
      const after = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      if (answer.status >= 400 || pick(before.json, ['display_unit'])['display_unit'] !== 'mm')
        return given.untestable({ reason: 'capability-absent', cause: 'the target takes no unit on update' })
      // The value may be converted.
      const change = { display_unit: 'cm', value: 0 }
      const { one, other } = comparable(settled(before.json, change), settled(after.json, change))
      verify('PROP-33', after).that({
        claim: `giving a ${type} another unit leaves everything else as it was`,
        holds: one === other,
        expected: one,
        received: other,
      })
    },
  )

scenario(
  'an update that gives a reason and no description leaves the description',
  { verifies: ['PROP-33'], needs, causedBy: ['PROP-32'] },
  async ({ api, given, verify }) => {
    const property = await given.property('text')
    const path = { property_id: property.id }
    given.requireSuccess(await api.send('updateProperty', { path, json: { description: 'measured' } }), 'PROP-32')
    const read = async (): Promise<Exchange> => given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
    // The record of a property is not said to have a description.
    if (pick((await read()).json, ['description'])['description'] !== 'measured')
      return given.untestable({ reason: 'capability-absent', cause: 'the target shows no description of a property' })
    for (const json of [
      { name: given.name(), reason: 'a name' },
      { [valueField('text', property.body)]: 'other', reason: 'a value' },
    ]) {
      await api.send('updateProperty', { path, json })
      const after = await read()
      verify('PROP-33', after).equals({
        claim: `giving ${Object.keys(json).join(' and ')} leaves the description`,
        expected: { description: 'measured' },
        received: pick(after.json, ['description']),
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
      const property = await wellFilled(given, { type, item: await given.item() })
      const path = { property_id: property.id }
      const before = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      const json = { [valueField(type, property.body)]: otherValues[type] }
      const answer = await api.send('updateProperty', { path, json })
      if (answer.status >= 400)
        return given.untestable({ reason: 'capability-absent', cause: 'the target takes no value on update' })
      const after = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      const { one, other } = comparable(settled(before.json, { value: 0 }), settled(after.json, { value: 0 }))
      verify('PROP-33', after).that({
        claim: `giving a ${type} a value leaves everything else as it was`,
        holds: one === other,
        expected: one,
        received: other,
      })
    },
  )

scenario(
  'an update by another key leaves who created a property, and when',
  {
    verifies: ['PROP-33'],
    needs: ['write', 'same-org-key|control:create-key'],
    causedBy: ['AUTH-23', 'PROP-09'],
  },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('same-organization')
    const path = { property_id: (await given.property('text')).id }
    const before = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
    const json = { description: 'changed by another' }
    given.requireSuccess(await api.send('updateProperty', { as: 'same-organization', path, json }), 'AUTH-23')
    const after = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
    verify('PROP-33', after).equals({
      claim: 'whoever updates a property did not create it',
      expected: creationIn(before),
      received: creationIn(after),
    })
  },
)

function creationIn({ json }: Exchange): readonly unknown[] {
  if (!isRecord(json)) return []
  const { createdBy: creator, createdAt } = json
  return [isRecord(creator) ? creator['id'] : creator, createdAt]
}

scenario(
  'an update of one property leaves its neighbour as it was',
  { verifies: ['PROP-33'], needs },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const [one, two] = [await given.property('text', { item }), await given.property('text', { item })]
    const read = async (): Promise<Exchange> =>
      given.requireSuccess(await api.send('getProperty', { path: { property_id: two.id } }), 'PROP-27')
    const before = await read()
    const json = { [valueField('text', one.body)]: 'only mine', description: 'only mine' }
    given.requireSuccess(
      await api.send('updateProperty', { path: { property_id: one.id }, json: { description: 'only mine' } }),
      'PROP-32',
    )
    await api.send('updateProperty', { path: { property_id: one.id }, json })
    const after = await read()
    const compared = comparable(settled(before.json, {}, false), settled(after.json, {}, false))
    verify('PROP-33', after).that({
      claim: 'the neighbour stays as it was',
      holds: compared.one === compared.other,
      expected: compared.one,
      received: compared.other,
    })
  },
)

/** A record without what the update gives, and where it may, without what every update moves. */
function settled(json: unknown, given: object, moves = true): Readonly<Record<string, unknown>> {
  const gone = new Set([...Object.keys(given), ...(moves ? ['updatedAt', 'updatedBy'] : [])])
  return isRecord(json) ? Object.fromEntries(Object.entries(json).filter(([name]) => !gone.has(name))) : {}
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
  const usages: unknown = isRecord(exchange.json) ? exchange.json['used_in'] : undefined
  const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
  return isRecord(usage) ? [{ file_link_id: String(usage['file_link_id']), page: 1 }] : []
}
