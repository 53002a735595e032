import { isRecord, pick, propertyTypes, scenario } from '#suite'
import { linkOf } from '../file/usages.ts'
import { comparable } from './comparable.ts'
import { shownType, specimenOf } from './specimens.ts'
import { valueField } from './value-field.ts'

for (const type of propertyTypes) {
  scenario(
    `a ${type} property is found by id without its type`,
    { verifies: ['PROP-27'] },
    async ({ api, ...context }) => {
      const { id } = await specimenOf(type, { api, ...context })
      const answer = await api.send('getProperty', { path: { property_id: id } })
      context.verify('PROP-27', answer).hasStatus(200)
      context.verify('PROP-27', answer).that({
        claim: 'the property that was asked for is given',
        holds: isRecord(answer.json) && String(answer.json['id']).toLowerCase() === id.toLowerCase(),
        expected: id,
        received: isRecord(answer.json) ? String(answer.json['id']) : 'no property',
      })
    },
  )

  scenario(
    `a ${type} property is found by id with its type in any letter case`,
    { verifies: ['PROP-28'] },
    async ({ api, ...context }) => {
      const { id } = await specimenOf(type, { api, ...context })
      const path = { property_id: id }
      const plain = context.given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      const shown = isRecord(plain.json) ? shownType(plain.json) : type
      // A type that is shown wrongly is no right hint.
      const right = propertyTypes.find((known) => known === shown) ?? type
      if (right !== type)
        return context.given.untestable({
          reason: 'capability-absent',
          cause: `a ${type} is shown as ${right} here: which of the two is the right hint is open`,
        })
      for (const hint of [right, right.toUpperCase(), `${right.charAt(0).toUpperCase()}${right.slice(1)}`]) {
        const answer = await api.send('getProperty', { path, query: { type: hint } })
        context.verify('PROP-28', answer).hasStatus(200, 'the hint may be compared as it is written')
        context.verify('PROP-28', answer).that({
          claim: 'the property that was asked for is given',
          holds: isRecord(answer.json) && String(answer.json['id']).toLowerCase() === id.toLowerCase(),
          expected: id,
          received: isRecord(answer.json) ? String(answer.json['id']) : 'no property',
        })
      }
    },
  )

  scenario(
    `a ${type} property is the same by id and in its item's list`,
    { verifies: ['PROP-26'], causedBy: ['GEN-04', 'PROP-04'] },
    async (context) => {
      const { api, given, verify } = context
      const { id, itemId } = await specimenOf(type, context)
      const entry = async () => {
        const listed = given.requireSuccess(await given.listProperties(itemId, { query: { limit: 100 } }), 'PROP-19')
        return given.entriesOf(listed).find((one) => String(one['id']).toLowerCase() === id.toLowerCase())
      }
      const before = await entry()
      const answer = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
      const after = await entry()
      if (!before || !after || !isRecord(answer.json))
        return given.untestable({
          reason: 'blocked',
          blockedBy: ['PROP-30'],
          cause: 'the list does not show the property',
        })
      const { one, other } = comparable(after, answer.json)
      verify('PROP-26', answer).that({
        claim: 'a value that the record shows stands in the entry too, and the other way round',
        holds: [before, after].some((entry) => hasValue(entry) === hasValue(answer.json)),
        expected: `an entry ${hasValue(answer.json) ? 'with' : 'without'} a value`,
        received: `one ${hasValue(after) ? 'with' : 'without'}`,
      })
      // Somebody may have changed it in between, and the result of a formula may have come.
      const { one: earlier } = comparable(before, answer.json)
      verify('PROP-26', answer).that({
        claim: 'what the record and the entry both show is the same',
        holds: one === other || earlier === other,
        expected: one,
        received: other,
      })
    },
  )
}

scenario(
  'a number of many digits and a long text are the same by id and in the list',
  { verifies: ['PROP-26'], needs: ['write'], causedBy: ['PROP-31'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const values = { numeric: 1234.567891, text: `${'a long text '.repeat(40)}end` } as const
    for (const type of ['numeric', 'text'] as const) {
      const field = valueField(type, await given.propertyBody(type, item))
      const { id } = await given.property(type, { item, fields: { [field]: values[type] } })
      const read = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
      const list = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
      const entry = given.entriesOf(list).find((one) => String(one['id']).toLowerCase() === id.toLowerCase())
      if (entry === undefined) continue
      verify('PROP-26', list).equals({
        claim: `the list shows the value of a ${type} property as it is by id`,
        expected: pick(read.json, ['value']),
        received: pick(entry, ['value']),
      })
    }
  },
)

scenario(
  'references are the same by id and in the list',
  { verifies: ['PROP-26'], needs: ['write'], causedBy: ['PROP-29'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const link = linkOf((await given.file(item.id)).exchange.json) ?? ''
    const references = [{ file_link_id: link, page: 4 }]
    const { id } = await given.property('text', { item, fields: { references } })
    const read = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
    const list = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const entry = given.entriesOf(list).find((one) => String(one['id']).toLowerCase() === id.toLowerCase())
    if (entry === undefined || !isRecord(read.json)) return
    const { one, other } = comparable(pick(entry, ['references']), pick(read.json, ['references']))
    verify('PROP-26', list).that({
      claim: 'the list shows the references of a property as they are by id',
      holds: one === other,
      expected: other,
      received: one,
    })
  },
)

function hasValue(record: unknown): boolean {
  return isRecord(record) && record['value'] !== undefined && record['value'] !== null
}
