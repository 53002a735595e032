import { assume, asText, entryOf, fieldOf, propertyTypes, scenario, type CheckContext, type PropertyType } from '#suite'
import { existingProperties } from '../shared/existing-things.ts'
import { withEndpoint } from '../shared/learned-creation.ts'
import { createdProperty, listOfCreated, sendCreation, readCreated } from './created-property.ts'

const needs = ['write'] as const
/** lawful: work that is done shortly after the answer moves the time, and brings the result of a formula */
const changingFields = (type: PropertyType): readonly string[] => [
  'updatedAt',
  'updatedBy',
  ...(type === 'formula' ? ['value'] : []),
]

// `sendCreation` sends POST /properties once for each type, `readCreated` adds GET /properties/{id} of the new property, and
// `listOfCreated` GET /properties?item_id of its item: several checks look at these three answers.

for (const type of propertyTypes)
  scenario(
    `the creation of a ${type} property is answered with 201 and the property`,
    { verifies: ['PROP-29'], needs },
    async (context) => {
      const { answer } = await withEndpoint(context, 'PROP-29', { learn: () => sendCreation(type, context) })
      context.verify('PROP-29', answer).hasStatus(201)
      context.verify('PROP-29', answer).has('id')
      context.verify('PROP-29', answer).has('references')
    },
  )

for (const type of propertyTypes)
  scenario(
    `a created ${type} property is shown by id and in the list of its item`,
    { verifies: ['PROP-30'], needs },
    async (context) => {
      const { given, verify } = context
      const { id, read } = await readCreated(type, context)
      const listed = await listOfCreated(type, context)
      verify('PROP-30', given.requireSuccess(listed, 'PROP-19')).lists(id)
      verify('PROP-30', read).hasStatus(200)
    },
  )

for (const type of propertyTypes)
  scenario(
    `a created ${type} property names its item wherever it shows an item_id`,
    { verifies: ['PROP-04'], needs },
    async (context) => {
      const { id, item, answer, read } = await readCreated(type, context)
      const listed = await listOfCreated(type, context)
      const records = [answer, read, { ...listed, json: entryOf(listed, id) }]
      const withItemId = records.filter((record) => typeof fieldOf(record, 'item_id') === 'string')
      context.verify('PROP-04', withItemId).shows({ item_id: item.id })
    },
  )

for (const type of propertyTypes)
  scenario(
    `GET by id of a ${type} property shows what its creation returned`,
    { verifies: ['PROP-30'], needs },
    async (context) => {
      const { answer, read } = await readCreated(type, context)
      context.given.requireSuccess(read, 'PROP-27')
      const except = ['item_id', ...changingFields(type)]
      context.verify('PROP-30', read).agreesWith(answer.json, { kind: 'property', shows: 'partial', except })
    },
  )

scenario('the answer to a wrong type hint is observed', { verifies: ['PROP-37'] }, async (context) => {
  const { id } = await readableText(context)
  const hinted = await context.given.read('property', id, { query: { type: 'numeric' } })
  context.observe('PROP-37', 'a text property read with the hint numeric', hinted.status)
})

/** A text property: one of this run, or with reads only one that is there. */
async function readableText(context: CheckContext<never>): Promise<{ readonly id: string }> {
  if (context.session.configuration.mode !== 'read-only') return createdProperty('text', context)
  const text = (await existingProperties(context)).find(({ type }) => type === 'text')
  assume(text !== undefined, 'the first items had no text property')
  return { id: asText(text['id']) }
}

const unusual = {
  'a unit on a text property': { category: 'Length', display_unit: 'mm' },
  'an unknown body field': { conformance_unknown_field: 1 },
} as const

for (const [what, fields] of Object.entries(unusual))
  scenario(`the answer to ${what} is observed`, { verifies: ['PROP-37'], needs }, async (context) => {
    const { item } = await createdProperty('text', context)
    const json = await context.given.propertyBody('text', item, fields)
    context.observe('PROP-37', what, (await context.api.send('createProperty', { json })).status)
  })
