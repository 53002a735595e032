import { assume, each, fieldOf, inTurn, race, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, MadeProperty, PropertyType } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { updatedProperty } from '../shared/updated-property.ts'
import { valueField } from '../shared/value-field.ts'

/** A property of its own for a check of updates. */
async function subjectOf(type: PropertyType, context: Pick<CheckContext, 'given' | 'session'>): Promise<MadeProperty> {
  return context.given.property(type, { item: await sharedItem(context, 'updates') })
}

for (const { what, json } of [
  { what: 'a description', json: { description: 'measured' } },
  { what: 'a description and a reason', json: { description: 'measured again', reason: 'a new gauge' } },
] as const)
  scenario(
    `an update of a property accepts ${what}, and shows no other description`,
    { verifies: ['PROP-32'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const { id } = await updatedProperty('text', context)
      verify('PROP-32', await api.send('updateProperty', { path: { property_id: id }, json })).isAccepted()
      const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
      // The record of a property is not said to have a description.
      assume(typeof fieldOf(read, 'description') === 'string')
      const hint = 'wrong field: the reason seems to be stored as the description'
      verify('PROP-32', read).shows({ description: json.description }, { mayBeMissing: true, hint })
    },
  )

const valuesToReach = { status: 'Done', text: 'reasoned', numeric: 4.5, date: '2031-05-06' } as const

for (const type of ['status', 'text', 'numeric', 'date'] as const)
  scenario(
    `an update of the value of a ${type} property is accepted without a reason`,
    { verifies: ['PROP-32'], needs: ['write'] },
    async (context) => {
      const { api, verify } = context
      const { id, body } = await updatedProperty(type, context)
      const json = { [valueField(type, body)]: valuesToReach[type] }
      const send = (more: object): Promise<Exchange> =>
        api.send('updateProperty', { path: { property_id: id }, json: { ...json, ...more } })
      const plain = await send({})
      const isAccepted = succeeded(plain) || succeeded(await send({ reason: 'a new gauge' }))
      assume(isAccepted, 'the target did not keep a value of an update')
      verify('PROP-32', plain).isAccepted()
    },
  )

const undescribed = [
  { what: 'a reason only', json: { reason: 'a reason alone' } },
  { what: 'an empty body', json: {} },
] as const

for (const { what, json } of undescribed)
  scenario(
    `the answer to an update of a property with ${what} is observed`,
    { verifies: ['PROP-37'], needs: ['write'] },
    async (context) => {
      const { api, observe, session } = context
      const { id } = await session.shared('property whose updates describe nothing', () => subjectOf('text', context))
      const answer = await api.send('updateProperty', { path: { property_id: id }, json })
      observe('PROP-37', `an update with ${what}`, answer.status)
    },
  )

interface Contested {
  readonly ids: readonly string[]
  /** The fields that an update takes and a record shows, one by one. */
  readonly taken: readonly string[]
}

/** Two properties, and what can be changed of them. Which fields an update takes is not said but for two. */
async function contestedProperties(context: CheckContext<'PROP-33'>): Promise<Contested> {
  const { api, given } = context
  const [first, second] = [await subjectOf('text', context), await subjectOf('text', context)]
  const texts = ['name', 'description', valueField('text', first.body)].map((name) => [name, given.name()] as const)
  const path = { property_id: first.id }
  await inTurn(texts, ([name, text]) => api.send('updateProperty', { path, json: { [name]: text } }))
  const read = await given.read('property', first.id)
  const taken = texts.filter(([name, text]) => fieldOf(read, name) === text).map(([name]) => name)
  if (taken.length < 2)
    given.untestable({ reason: 'capability-absent', cause: 'the target did not update two fields of a property' })
  return { ids: [first.id, second.id], taken }
}

race(
  'simultaneous updates of different fields of a property are all kept',
  { verifies: ['PROP-33'], needs: ['write'] },
  async (context) => {
    const { api, given, session, verify } = context
    const { ids, taken } = await session.shared('properties that are updated at the same time', () =>
      contestedProperties(context),
    )
    const updates = ids.flatMap((id) => taken.map((name) => ({ id, name, text: given.name() })))
    const answers = await api.simultaneously(
      updates.map(({ id, name, text }) =>
        api.request('updateProperty', { path: { property_id: id }, json: { [name]: text } }),
      ),
    )
    // A refusal of one that came too late is lawful: what was accepted is to be kept.
    const accepted = updates.filter((_, place) => succeeded(answers[place]))
    await each(ids, async (id) => {
      const kept = accepted.filter((update) => update.id === id)
      const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
      const hint = 'lost update: a write seems to store all fields as it read them before'
      verify('PROP-33', after).shows(Object.fromEntries(kept.map(({ name, text }) => [name, text])), {
        over: kept,
        hint,
      })
    })
  },
)
