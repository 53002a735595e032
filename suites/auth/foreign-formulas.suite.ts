import { fieldOf, scenario } from '#suite'
import { expressionField, valueField } from '../subjects/value-field.ts'

const as = 'other-organization'

// Of the foreign value only its double would be shown, in whatever notation.
const foreignValue = 41_735.5
const shown = /83[\s.,']?471/

scenario(
  'a formula shows nothing of a property of another organization',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-14'] },
  async ({ api, given, verify }) => {
    const field = valueField('numeric', await given.propertyBody('numeric', await given.item({ as })))
    const { id } = await given.property('numeric', { as, fields: { [field]: foreignValue } })
    const { item, body } = await given.property('formula')
    const expression = { [expressionField(body)]: `@{${id}} * 2` }
    const made = await api.send('createProperty', { json: await given.propertyBody('formula', item, expression) })
    const madeId = fieldOf(made, 'id')
    const read = typeof madeId === 'string' ? await given.read('property', madeId) : made
    for (const answer of [made, read]) {
      const value = JSON.stringify(fieldOf(answer, 'value')) ?? 'nothing'
      verify('AUTH-15', answer).that({
        claim: 'a formula over a property of another organization is refused or has no result',
        holds: !shown.test(value),
        expected: 'nothing that the foreign value went into',
        received: value,
        hint: 'references of formulas may be looked up without the organization',
      })
    }
  },
)
