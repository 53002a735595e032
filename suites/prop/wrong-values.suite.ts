import { isRecord, scenario, type Exchange, type PropertyType } from '#suite'
import { bulkOfProperties, entriesIn, withEntries } from '../bulk/bulk-subject.ts'
import { followsItsRule } from './follows-its-rule.ts'
import { kindOf } from './specimens.ts'
import { valueField } from './value-field.ts'

const needs = ['write'] as const

const valueIn = ({ json }: Exchange): unknown => (isRecord(json) ? json['value'] : undefined)

const wrong: ReadonlyArray<readonly [PropertyType, string, unknown]> = [
  ['numeric', 'a text', 'twelve'],
  ['numeric', 'digits in a text', '12'],
  ['numeric', 'a boolean', true],
  ['matrix', 'no matrix', 'no matrix'],
  ['matrix', 'brackets that do not close', '[[1, 2], [3, 4]'],
  ['matrix', 'words in brackets', '[["a", "b"]]'],
  ['text', 'a number', 12],
  ['text', 'an object', { text: 'inside' }],
  ['date', 'a day that the calendar does not have', '2023-02-29'],
  ['date', 'a time of day', '2024-02-29T12:00:00Z'],
  ['date', 'another order', '29.02.2024'],
  ['date', 'a thirteenth month', '2024-13-01'],
  ['date', 'a month of one digit', '2024-2-1'],
  ['date', 'a date with a line after it', '2024-02-29\nand more'],
  ['date', 'a boolean', true],
  ['status', 'a boolean', true],
  ['status', 'a status with a line after it', 'Draft\nand more'],
  ['status', 'an empty status', ''],
  ['status', 'an unknown status', 'Rejected'],
  ['status', 'a status in lower case', 'draft'],
  ['status', 'another status in lower case', 'done'],
  ['status', 'a status of two words with one capital', 'Under review'],
]

for (const [type, what, value] of wrong)
  scenario(
    `a ${type} property never shows ${what} for a value, whatever was sent`,
    { verifies: ['PROP-35'], needs, causedBy: ['PROP-31'] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const { id, body, exchange } = await given.property(type, { item })
      // Where a value that is right is shown wrong, the rule of its type tells so.
      if (!followsItsRule(type, exchange.json))
        given.untestable({ reason: 'blocked', cause: `a lawful value of type ${type} is shown against its rule` })
      const field = valueField(type, body)
      const json = { ...(await given.propertyBody(type, item)), [field]: value }
      const created = await api.send('createProperty', { json, broken: `${type} with ${what}` })
      const madeId = created.status < 300 && isRecord(created.json) ? created.json['id'] : undefined
      await api.send('updateProperty', {
        path: { property_id: id },
        json: { [field]: value },
        broken: `${type} changed to ${what}`,
      })
      for (const one of [id, ...(typeof madeId === 'string' ? [madeId] : [])]) {
        const read = given.requireSuccess(await api.send('getProperty', { path: { property_id: one } }), 'PROP-27')
        verify('PROP-35', read).that({
          claim: `the value that is shown follows the rule of ${type}`,
          holds: followsItsRule(type, read.json),
          expected: `a value of type ${type}`,
          received: JSON.stringify(valueIn(read)) ?? 'nothing',
          hint: 'creation and update may judge values apart',
        })
        // A day that there is not is refused or not stored: it is no other day either.
        if (type !== 'date' || !/^\d{4}-\d\d-\d\d$/.test(String(value))) continue
        const lawful = [valueIn(exchange), undefined, null]
        verify('PROP-35', read).that({
          claim: 'a day that the calendar does not have becomes no other day',
          holds: lawful.includes(valueIn(read)),
          expected: 'the date before, or none',
          received: String(valueIn(read)),
          hint: 'a date may be rolled over into the next month',
        })
      }
    },
  )

scenario(
  'a day that the calendar does not have is not taken for another day',
  { verifies: ['PROP-35'], needs, causedBy: ['PROP-31'] },
  async ({ api, given, verify }) => {
    const { id, body, item, exchange } = await given.property('date')
    const field = valueField('date', body)
    const json = { [field]: '2023-02-29' }
    const broken = 'a day that the calendar does not have'
    await api.send('updateProperty', { path: { property_id: id }, json, broken })
    const read = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
    const created = await api.send('createProperty', {
      json: { ...(await given.propertyBody('date', item)), ...json },
      broken,
    })
    for (const [shown, before] of [
      [read, valueIn(exchange)],
      [created, undefined],
    ] as const)
      verify('PROP-35', shown).that({
        claim: 'a day that does not exist is refused, or not stored',
        holds: [before, null, undefined, ''].includes(valueIn(shown)),
        expected: before === undefined ? 'no value' : JSON.stringify(before),
        received: JSON.stringify(valueIn(shown)) ?? 'nothing',
        hint: 'the days beyond the month may be counted into the next one',
      })
  },
)

scenario(
  'properties that are created together never show a value outside the rule of their type',
  { verifies: ['PROP-35'], needs },
  async (context) => {
    const { given, verify } = context
    const subject = await bulkOfProperties(context)
    const body = await subject.body(2)
    const entries = entriesIn(body).map((entry) => ({ ...entry, [valueField('text', entry)]: 12 }))
    const answer = await subject.send(withEntries(body, entries), 'a number for a text in a bulk')
    const listed = await subject.listed()
    verify('PROP-35', answer).that({
      claim: 'what a bulk made follows the rule of text',
      holds: listed.every((entry) => kindOf(entry) !== 'text' || followsItsRule('text', entry)),
      expected: 'texts, or nothing made',
      received: JSON.stringify(given.entriesOf(answer).map(({ value }) => value)),
    })
  },
)
