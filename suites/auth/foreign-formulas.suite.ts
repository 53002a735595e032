import { fieldOf, scenario, type Exchange, type Given } from '#suite'
import { expressionField, valueField } from '../shared/value-field.ts'
import { ownItem } from '../shared/shared-place.ts'

const as = 'other-organization'

// Of the foreign value only its double would be shown, in whatever notation.
const foreignValue = 41_735.5
const shown = /83[\s.,']?471/

scenario(
  'a formula reveals nothing about a property of another organization',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'] },
  async (context) => {
    const { api, given, verify } = context
    const foreign = await given.foreignItem()
    const field = valueField('numeric', await given.propertyBody('numeric', foreign))
    const { id } = await given.property('numeric', { as, item: foreign, fields: { [field]: foreignValue } })
    const { item, body } = await given.property('formula', { item: await ownItem(context) })
    const expression = { [expressionField(body)]: `@{${id}} * 2` }
    const made = await api.send('createProperty', { json: await given.propertyBody('formula', item, expression) })
    verify('AUTH-15', [made, ...(await readOf(made, given))]).that((answer) => ({
      claim: 'a formula with a source in another organization is rejected or has no result',
      holds: !shown.test(valueOf(answer)),
      expected: 'no result that contains the foreign value',
      received: valueOf(answer),
      hint: 'broken access control: references of a formula seem to be looked up without the organization (WHERE organization_id = ?)',
    }))
  },
)

/** What was made, read by its id; nothing if the creation was rejected. */
async function readOf(made: Exchange, given: Given): Promise<readonly Exchange[]> {
  const id = fieldOf(made, 'id')
  return typeof id === 'string' ? [await given.read('property', id)] : []
}

function valueOf(answer: Exchange): string {
  return JSON.stringify(fieldOf(answer, 'value')) ?? 'nothing'
}
