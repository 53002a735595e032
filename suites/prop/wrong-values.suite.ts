import { assume, asText, each, fieldOf, rejected, scenario, show, succeeded, textIn } from '#suite'
import type { CheckContext, Claim, Exchange, PropertyType } from '#suite'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { valueField } from '../shared/value-field.ts'
import { isValidValue, impossibleDay, wrongValues } from '../shared/wrong-property-values.ts'

type Context = CheckContext<'PROP-35'>

/** A property with a lawful value, as it is read: creations take its body, and updates are made to it. */
async function subjectOf(type: PropertyType, { given, session }: Context) {
  const subject = await session.shared(`${type} property that wrong values are sent for`, async () => {
    const { id, item, body } = await given.property(type, {
      item: await sharedItem({ given, session }, 'wrong values'),
    })
    return { id, item, body, read: given.requireSuccess(await given.read('property', id), 'PROP-27') }
  })
  // Where a value that is right is shown wrong, the rule of its type tells so.
  const cause = `the target showed a valid value of type ${type} in an invalid form`
  assume(isValidValue(type, subject.read.json), { reason: 'blocked', cause })
  return subject
}

const dayHint = 'lenient date parsing: days past the end of the month seem to roll over into the next one'

// lawful: a value that is rejected, or ignored
for (const [type, values] of wrongValues) {
  scenario(
    `a ${type} property never shows a value that its type does not allow, whatever the creation sent`,
    { verifies: ['PROP-35'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const { item, body } = await subjectOf(type, context)
      await requireAccepted('creating a property', context)
      await each(Object.entries(values), async ([what, value]) => {
        const json = { ...(await given.propertyBody(type, item)), [valueField(type, body)]: value }
        const answer = await api.send('createProperty', { json, broken: `${type} with ${what}` })
        verify('PROP-35', answer).isRejected({ where: rejected(answer) })
        const id = textIn(answer.json, 'id')
        assume(succeeded(answer) && id !== undefined)
        const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
        verify('PROP-35', read).that(showsValid(type, `a creation with ${what}`, read))
        const where = type === 'date' && impossibleDay.test(asText(value))
        verify('PROP-35', read).eachHas('value', [null, ''], { where, mayBeMissing: true, hint: dayHint })
      })
    },
  )

  scenario(
    `a ${type} property never shows a value that its type does not allow, whatever the update sent`,
    { verifies: ['PROP-35'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const { id, body, read: before } = await subjectOf(type, context)
      await requireAccepted('updating a property', context)
      const path = { property_id: id }
      await each(Object.entries(values), async ([what, value]) => {
        const json = { [valueField(type, body)]: value }
        const answer = await api.send('updateProperty', { path, json, broken: `${type} with ${what}` })
        verify('PROP-35', answer).isRejected({ where: rejected(answer) })
        assume(succeeded(answer))
        const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
        verify('PROP-35', read).that(showsValid(type, `an update with ${what}`, read))
        const where = type === 'date' && impossibleDay.test(asText(value))
        const lawful = [null, '', fieldOf(before, 'value')]
        verify('PROP-35', read).eachHas('value', lawful, { where, mayBeMissing: true, hint: dayHint })
      })
      // A refusal may have stored it all the same.
      const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
      verify('PROP-35', read).that(showsValid(type, 'an update with each of the invalid values', read))
    },
  )
}

function showsValid(type: PropertyType, write: string, read: Exchange): Claim {
  return {
    claim: `after ${write}, the property shows a valid ${type} value`,
    holds: isValidValue(type, read.json),
    expected: `a value of type ${type}`,
    received: show(fieldOf(read, 'value')),
    hint: 'validation: creation and update seem to use different rules',
  }
}
