import type { Exchange } from '../../lib/client/exchange.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { propertyTypes } from '../../lib/contract/patterns.ts'
import { idsOf } from '../../lib/run/given/read-answer.ts'
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
    { verifies: ['PROP-33'], needs },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const plain = type === 'text' ? await textWithReference(given, item) : await given.property(type, { item })
      const path = { property_id: plain.id }
      const read = async (): Promise<Exchange> => given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      const name = given.name()
      // The contract shows two fields; a name is tried as well, and is nobody's fault where it is not taken.
      for (const json of [{ description: 'a description' }, { name }]) {
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
      }
    },
  )

scenario(
  'an update of the value changes the value and nothing else',
  { verifies: ['PROP-33'], needs, explainedBy: ['PROP-31'] },
  async ({ api, given, verify }) => {
    const property = await given.property('text')
    const path = { property_id: property.id }
    const before = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
    const json = { [valueField('text', property.body)]: 'another value' }
    const answer = await api.send('updateProperty', { path, json })
    if (answer.status >= 400)
      return given.lacks({ reason: 'capability-absent', enable: 'the target takes no value on update' })
    const after = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
    const { one, other } = comparable(settled(before.json, { value: 0 }), settled(after.json, { value: 0 }))
    verify('PROP-33', after).that({
      claim: 'giving a value leaves everything else as it was',
      holds: one === other,
      expected: one,
      received: other,
    })
  },
)

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

/** Where the target takes references, the property has one to lose. */
async function textWithReference(
  given: TextGiven,
  item: Awaited<ReturnType<TextGiven['item']>>,
): ReturnType<TextGiven['property']> {
  const { exchange } = await given.file(item.id)
  const usages: unknown = isRecord(exchange.json) ? exchange.json['used_in'] : undefined
  const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
  if (!isRecord(usage)) return given.property('text', { item })
  const references = [{ file_link_id: String(usage['file_link_id']), page: 1 }]
  return given.property('text', { item, fields: { references } }).catch(async () => given.property('text', { item }))
}
