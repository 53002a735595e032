import { fieldOf, pick, race, scenario, type Exchange } from '#suite'
import { valueField } from '../subjects/value-field.ts'

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

const valuesToReach = { status: 'Done', text: 'reasoned', numeric: 4.5, date: '2031-05-06' } as const

for (const type of ['status', 'text', 'numeric', 'date'] as const)
  scenario(
    `an update of the value of a ${type} property needs no reason`,
    { verifies: ['PROP-32'], needs },
    async ({ api, given, verify }) => {
      const { id, body } = await given.property(type)
      const json = { [valueField(type, body)]: valuesToReach[type] }
      const send = (more: object): Promise<Exchange> =>
        api.send('updateProperty', { path: { property_id: id }, json: { ...json, ...more } })
      const plain = await send({})
      const reasoned = plain.status < 300 ? plain : await send({ reason: 'a new gauge' })
      if (reasoned.status >= 300)
        return given.untestable({ reason: 'capability-absent', cause: 'the target takes no value on update' })
      verify('PROP-32', plain).that({
        claim: 'what is accepted with a reason is accepted without one',
        holds: plain.status < 300,
        expected: 'a success',
        received: `${plain.status}`,
      })
    },
  )

scenario(
  'the reason of an update does not become the description',
  { verifies: ['PROP-32'], needs },
  async ({ api, given, verify }) => {
    const { id } = await given.property('text')
    const json = { description: 'measured', reason: 'a new gauge' }
    given.requireSuccess(await api.send('updateProperty', { path: { property_id: id }, json }), 'PROP-32')
    const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
    const shown = fieldOf(read, 'description')
    // The record of a property is not said to have a description.
    if (typeof shown !== 'string') return
    verify('PROP-32', read).equals({
      claim: 'a property that shows a description shows the one that was given',
      expected: json.description,
      received: shown,
    })
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

race(
  'simultaneous updates of different fields of a property are all kept',
  { verifies: ['PROP-33'], needs, causedBy: ['PROP-31', 'PROP-32'] },
  async ({ api, given, verify }) => {
    const properties = await Promise.all([given.property('text'), given.property('text'), given.property('text')])
    const [first] = properties
    const read = async (id: string): Promise<Exchange> =>
      given.requireSuccess(await given.read('property', id), 'PROP-27')
    const wish = (): Readonly<Record<string, string>> =>
      Object.fromEntries(['name', 'description', valueField('text', first.body)].map((name) => [name, given.name()]))
    // Which fields an update takes, and a record shows, is not said but for two: those count that one by one are kept.
    const taken: string[] = []
    for (const [name, text] of Object.entries(wish())) {
      await api.send('updateProperty', { path: { property_id: first.id }, json: { [name]: text } })
      if (pick((await read(first.id)).json, [name])[name] === text) taken.push(name)
    }
    if (taken.length < 2)
      return given.untestable({ reason: 'capability-absent', cause: 'no two fields of a property can be updated' })
    const wishes = properties.map(({ id }) => ({ id, fields: pick(wish(), taken) }))
    const answers = await api.simultaneously(
      wishes.flatMap(({ id, fields }) =>
        taken.map((name) =>
          api.request('updateProperty', { path: { property_id: id }, json: { [name]: fields[name] } }),
        ),
      ),
    )
    for (const [index, { id, fields }] of wishes.entries()) {
      // A refusal of one that came too late is lawful: what was taken is to be kept.
      const kept = taken.filter((_, place) => (answers[index * taken.length + place]?.status ?? 500) < 300)
      const after = await read(id)
      verify('PROP-33', after).equals({
        claim: 'each of several simultaneous updates is kept',
        expected: pick(fields, kept),
        received: pick(after.json, kept),
        hint: 'an update may write all fields back as it read them',
      })
    }
  },
)
