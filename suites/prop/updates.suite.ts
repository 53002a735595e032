import type { Exchange } from '../../lib/client/exchange.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { propertyTypes, type PropertyType } from '../../lib/contract/patterns.ts'
import { pick } from '../../lib/run/given/pick.ts'
import { idsOf } from '../../lib/run/given/read-answer.ts'
import { race } from '../../lib/run/race.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { comparable } from './comparable.ts'
import { isMarkedDeleted } from './is-marked-deleted.ts'
import { valueField } from './value-field.ts'

const needs = ['write'] as const

for (const { what, json } of [
  { what: 'a description', json: { description: 'measured' } },
  { what: 'a description and a reason', json: { description: 'measured again', reason: 'a new gauge' } },
] as const)
  scenario(
    `an update of a property takes ${what}`,
    { verifies: ['PROP-32'], needs },
    async ({ api, given, verify }) => {
      const { id } = await given.property('text')
      verify('PROP-32', await api.send('updateProperty', { path: { property_id: id }, json })).isAccepted()
    },
  )

const valuesToReach = { status: 'Done', text: 'reasoned', numeric: 4.5, date: '2031-05-06' } as const

for (const type of ['status', 'text', 'numeric', 'date'] as const)
  scenario(
    `an update of the value of a ${type} property needs no reason`,
    { verifies: ['PROP-32'], needs },
    async ({ api, given, verify }) => {
      const { id, body } = await given.property(type)
      const json = { [valueField(type, body)]: valuesToReach[type] }
      const send = (more: object): Promise<Exchange> =>
        api.send('updateProperty', { path: { property_id: id }, json: { ...json, ...more } })
      const plain = await send({})
      const reasoned = plain.status < 300 ? plain : await send({ reason: 'a new gauge' })
      if (reasoned.status >= 300)
        return given.lacks({ reason: 'capability-absent', enable: 'the target takes no value on update' })
      verify('PROP-32', plain).that({
        claim: 'what is taken with a reason is taken without one',
        holds: plain.status < 300,
        expected: 'a success',
        received: `${plain.status}`,
      })
    },
  )

scenario(
  'the reason of an update does not become the description',
  { verifies: ['PROP-32'], needs },
  async ({ api, given, verify }) => {
    const path = { property_id: (await given.property('text')).id }
    const json = { description: 'measured', reason: 'a new gauge' }
    given.accepted(await api.send('updateProperty', { path, json }), 'PROP-32')
    const read = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
    const shown = isRecord(read.json) ? read.json['description'] : undefined
    // The record of a property is not said to have a description.
    if (typeof shown !== 'string') return
    verify('PROP-32', read).equals({
      claim: 'a property that shows a description shows the one that was given',
      expected: json.description,
      received: shown,
    })
  },
)

scenario(
  'updates without a description, or with a reason alone, are written down',
  { verifies: ['PROP-37'], needs },
  async ({ api, given, observe }) => {
    const { id } = await given.property('text')
    for (const json of [{ reason: 'a reason alone' }, {}]) {
      const answer = await api.send('updateProperty', { path: { property_id: id }, json })
      observe('PROP-37', `an update with ${Object.keys(json).join() || 'nothing'}`, answer.status)
    }
  },
)

for (const type of propertyTypes)
  scenario(
    `an update of a ${type} property changes only what it gives`,
    { verifies: ['PROP-33'], needs, explainedBy: ['PROP-32'] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const plain = await wellFilled(given, { type, item })
      const path = { property_id: plain.id }
      const read = async (): Promise<Exchange> => given.accepted(await api.send('getProperty', { path }), 'PROP-27')
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

race(
  'simultaneous updates of different fields of a property are all kept',
  { verifies: ['PROP-33'], needs, explainedBy: ['PROP-31', 'PROP-32'] },
  async ({ api, given, verify }) => {
    const properties = await Promise.all([given.property('text'), given.property('text'), given.property('text')])
    const [first] = properties
    const read = async (id: string): Promise<Exchange> =>
      given.accepted(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
    const wish = (): Readonly<Record<string, string>> =>
      Object.fromEntries(['name', 'description', valueField('text', first.body)].map((name) => [name, given.name()]))
    // Which fields an update takes, and a record shows, is not said but for two: those count that one by one are kept.
    const taken: string[] = []
    for (const [name, text] of Object.entries(wish())) {
      await api.send('updateProperty', { path: { property_id: first.id }, json: { [name]: text } })
      if (pick((await read(first.id)).json, [name])[name] === text) taken.push(name)
    }
    if (taken.length < 2)
      return given.lacks({ reason: 'capability-absent', enable: 'no two fields of a property can be updated' })
    const wishes = properties.map(({ id }) => ({ id, fields: pick(wish(), taken) }))
    const answers = await api.simultaneously(
      wishes.flatMap(({ id, fields }) =>
        taken.map((name) =>
          api.request('updateProperty', { path: { property_id: id }, json: { [name]: fields[name] } }),
        ),
      ),
    )
    for (const [index, { id, fields }] of wishes.entries()) {
      // A refusal of one that came too late is lawful: what was taken is to be kept.
      const kept = taken.filter((_, place) => (answers[index * taken.length + place]?.status ?? 500) < 300)
      const after = await read(id)
      verify('PROP-33', after).equals({
        claim: 'each of several simultaneous updates is kept',
        expected: pick(fields, kept),
        received: pick(after.json, kept),
        hint: 'an update may write all fields back as it read them',
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
      const before = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      // Of one category, so that the category has no reason to follow.
      const answer = await api.send('updateProperty', { path, json: { display_unit: 'cm' } })
      const after = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      if (answer.status >= 400 || pick(before.json, ['display_unit'])['display_unit'] !== 'mm')
        return given.lacks({ reason: 'capability-absent', enable: 'the target takes no unit on update' })
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
  { verifies: ['PROP-33'], needs },
  async ({ api, given, verify }) => {
    const property = await given.property('text')
    const path = { property_id: property.id }
    given.accepted(await api.send('updateProperty', { path, json: { description: 'measured' } }), 'PROP-32')
    const read = async (): Promise<Exchange> => given.accepted(await api.send('getProperty', { path }), 'PROP-27')
    // The record of a property is not said to have a description.
    if (pick((await read()).json, ['description'])['description'] !== 'measured')
      return given.lacks({ reason: 'capability-absent', enable: 'the target shows no description of a property' })
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
    { verifies: ['PROP-33'], needs, explainedBy: ['PROP-31'] },
    async ({ api, given, verify }) => {
      const property = await wellFilled(given, { type, item: await given.item() })
      const path = { property_id: property.id }
      const before = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      const json = { [valueField(type, property.body)]: otherValues[type] }
      const answer = await api.send('updateProperty', { path, json })
      if (answer.status >= 400)
        return given.lacks({ reason: 'capability-absent', enable: 'the target takes no value on update' })
      const after = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
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
    explainedBy: ['AUTH-23', 'PROP-09'],
  },
  async ({ api, given, session, verify }) => {
    await session.ensureKey('same-organization')
    const path = { property_id: (await given.property('text')).id }
    const before = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
    const json = { description: 'changed by another' }
    given.accepted(await api.send('updateProperty', { as: 'same-organization', path, json }), 'AUTH-23')
    const after = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
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
      given.accepted(await api.send('getProperty', { path: { property_id: two.id } }), 'PROP-27')
    const before = await read()
    const json = { [valueField('text', one.body)]: 'only mine', description: 'only mine' }
    given.accepted(
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

for (const type of propertyTypes)
  scenario(
    `a deleted ${type} property is no longer listed`,
    { verifies: ['PROP-34', 'PROP-37'], needs, explainedBy: ['PROP-23'] },
    async ({ api, given, observe, verify }) => {
      const { id, item } = await given.property(type)
      const query = { limit: 100 }
      const path = { property_id: id }
      const before = given.accepted(await given.listProperties(item.id, { query }), 'PROP-19')
      const answer = await api.send('deleteProperty', { path })
      verify('PROP-34', answer).isAccepted()
      const after = given.accepted(await given.listProperties(item.id, { query }), 'PROP-19')
      if (idsOf(before).includes(id.toLowerCase()))
        verify('PROP-34', after).that({
          claim: 'the list leaves the deleted property out',
          holds: !idsOf(after).includes(id.toLowerCase()),
          expected: 'no such property',
          received: 'the property',
        })
      const read = await api.send('getProperty', { path })
      observe('PROP-37', 'a deleted property by id', isMarkedDeleted(read) ? '200, marked deleted' : read.status)
      const included = await given.listProperties(item.id, { query: { ...query, includeDeleted: true } })
      observe('PROP-37', 'a deleted property with includeDeleted', idsOf(included).includes(id.toLowerCase()))
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
