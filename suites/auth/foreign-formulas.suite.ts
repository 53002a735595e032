import { isRecord, scenario } from '#suite'
import { expressionField, valueField } from '../prop/value-field.ts'

const as = 'other-organization'

// Of the foreign value only its double would be shown, in whatever notation.
const foreignValue = 41_735.5
const shown = /83[\s.,']?471/

scenario(
  'a formula shows nothing of a property of another organization',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-14'] },
  async ({ api, given, session, verify }) => {
    await session.ensureKey(as)
    const { id } = await given.property('numeric', {
      as,
      fields: { [valueField('numeric', await given.propertyBody('numeric', await given.item({ as })))]: foreignValue },
    })
    const { item, body } = await given.property('formula')
    const json = {
      ...(await given.propertyBody('formula', item)),
      [expressionField(body)]: `@{${id}} * 2`,
    }
    const made = await api.send('createProperty', { json })
    const madeId = made.status < 300 && isRecord(made.json) ? made.json['id'] : undefined
    const read =
      typeof madeId === 'string' ? await api.send('getProperty', { path: { property_id: madeId } }) : undefined
    for (const answer of [made, ...(read ? [read] : [])])
      verify('AUTH-15', answer).that({
        claim: 'a formula over a property of another organization is refused or has no result',
        holds: !shown.test(JSON.stringify(isRecord(answer.json) ? answer.json['value'] : undefined) ?? ''),
        expected: 'nothing that the foreign value went into',
        received: JSON.stringify(isRecord(answer.json) ? answer.json['value'] : undefined) ?? 'nothing',
        hint: 'references of formulas may be looked up without the organization',
      })
  },
)
