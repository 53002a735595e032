import { assume, each, fieldOf, scenario, show, succeeded, asText, rejected, textIn } from '#suite'
import type { CheckContext, MadeProperty, PropertyType, Exchange, Claim } from '#suite'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { valueField } from '../shared/value-field.ts'
import { isValidValue, impossibleDay, wrongValues } from '../shared/wrong-property-values.ts'

type Context = CheckContext<'PROP-35'>

/** A property with a lawful value, of which creations take their body, and which updates are made to. */
function subjectOf(type: PropertyType, context: Context): Promise<MadeProperty> {
  return context.session.shared(`${type} property that wrong values are sent for`, async () =>
    context.given.property(type, { item: await sharedItem(context, 'wrong values') }),
  )
}

interface Wrong {
  readonly subject: MadeProperty
  readonly by: 'creation' | 'update'
  readonly what: string
  readonly value: unknown
}

const writes = { creation: 'creating a property', update: 'updating a property' } as const

for (const [type, values] of wrongValues)
  for (const by of ['creation', 'update'] as const)
    scenario(
      `a ${type} property never shows a value that its type does not allow, whatever the ${by} sent`,
      { verifies: ['PROP-35'], needs: ['write'] },
      async (context) => {
        const { given, verify } = context
        const subject = await subjectOf(type, context)
        await requireAccepted(writes[by], context)
        // Where a value that is right is shown wrong, the rule of its type tells so.
        const cause = `the target showed a valid value of type ${type} in an invalid form`
        assume(isValidValue(type, subject.exchange.json), { reason: 'blocked', cause })
        await each(Object.entries(values), async ([what, value]) => {
          const { answer, id } = await sendWrong(context, { subject, by, what, value })
          verify('PROP-35', answer).isRejected({ where: rejected(answer) })
          assume(id !== undefined)
          const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
          verify('PROP-35', read).that(followsTheRule(type, `${written[by]} with ${what}`, read))
          const where = type === 'date' && impossibleDay.test(asText(value))
          verify('PROP-35', read).eachHas('value', valuesInstead(subject, by), {
            where,
            mayBeMissing: true,
            hint: dayHint,
          })
        })
        // A refusal may have stored it all the same.
        assume(by === 'update')
        const read = given.requireSuccess(await given.read('property', subject.id), 'PROP-27')
        verify('PROP-35', read).that(followsTheRule(type, 'an update with each of the invalid values', read))
      },
    )

const dayHint = 'lenient date parsing: days past the end of the month seem to roll over into the next one'

/** Sends a value; returns the answer, and the id of the property that must be looked at, if it was not refused. */
async function sendWrong({ api, given }: Context, { subject, by, what, value }: Wrong) {
  const { id, type, item, body } = subject
  const [broken, field] = [`${type} with ${what}`, valueField(type, body)]
  const answer =
    by === 'update'
      ? await api.send('updateProperty', { path: { property_id: id }, json: { [field]: value }, broken })
      : await api.send('createProperty', {
          json: { ...(await given.propertyBody(type, item)), [field]: value },
          broken,
        })
  const shown = by === 'update' ? id : textIn(answer.json, 'id')
  return { answer, id: succeeded(answer) ? shown : undefined }
}

/** What may stand where a value was refused or ignored. */
function valuesInstead({ exchange }: MadeProperty, by: Wrong['by']): readonly unknown[] {
  return [null, '', ...(by === 'update' ? [fieldOf(exchange, 'value')] : [])]
}

const written = { creation: 'a creation', update: 'an update' } as const

function followsTheRule(type: PropertyType, write: string, read: Exchange): Claim {
  return {
    claim: `after ${write}, the property shows a valid ${type} value`,
    holds: isValidValue(type, read.json),
    expected: `a value of type ${type}`,
    received: show(fieldOf(read, 'value')),
    hint: 'validation: creation and update seem to use different rules',
  }
}
