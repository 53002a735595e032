import { assume, each, fieldOf, scenario, succeeded, type Exchange, type Given, type Sources } from '#suite'
import { updatedProperty } from '../shared/updated-property.ts'
import { valueField } from '../shared/value-field.ts'
import { isSame, valueIn } from './keeps-values.ts'

/** What an update may give beside a value. Of these the contract names the first two; a rejection of a name is lawful. */
const otherFields = ['description', 'reason', 'name'] as const
type OtherField = (typeof otherFields)[number]
const isDocumented = (field: OtherField): boolean => field !== 'name'

/** Every combination: services often handle several fields at once in a branch of its own. For texts all, for other types those that the contract names. */
const combinations: readonly (readonly OtherField[])[] = [
  ['description'],
  ['reason'],
  ['description', 'reason'],
  ['name'],
  ['description', 'name'],
  ['reason', 'name'],
  ['description', 'reason', 'name'],
]

function combinationsOf(type: keyof typeof valuesOf): typeof combinations {
  return type === 'text' ? combinations : combinations.filter((fields) => fields.every(isDocumented))
}

const valuesOf = {
  text: (turn: number) => `value ${turn} of an update`,
  numeric: (turn: number) => turn + 0.25,
  date: (turn: number) => `2031-05-${10 + turn}`,
} as const

/** A property whose value an update changes, and the field that gives it. */
async function updatable(type: keyof typeof valuesOf, context: Sources) {
  const { api, given } = context
  const { id, body } = await updatedProperty(type, context)
  const [field, value] = [valueField(type, body), valuesOf[type](combinations.length)]
  const answer = await api.send('updateProperty', { path: { property_id: id }, json: { [field]: value } })
  assume(succeeded(answer), 'the target rejected a value in an update')
  const read = await readUntilShows(given, id, value)
  assume(isSame(value, valueIn(read)), 'the target did not keep the value of an update')
  return { id, field }
}

/** GET of a property until it shows a value, or is late beyond reason. */
function readUntilShows(given: Given, id: string, value: unknown): Promise<Exchange> {
  return given.eventually(
    async () => given.requireSuccess(await given.read('property', id), 'PROP-27'),
    (read) => isSame(value, valueIn(read)),
  )
}

for (const type of ['text', 'numeric', 'date'] as const)
  scenario(
    `an update of a ${type} property accepts and keeps its value together with a description, a reason or both`,
    { verifies: ['PROP-31', 'PROP-32'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const { id, field } = await updatable(type, context)
      await each(combinationsOf(type), async (combination, turn) => {
        const [value, beside] = [valuesOf[type](turn), textsFor(given, combination)]
        const json = { [field]: value, ...beside }
        const answer = await api.send('updateProperty', { path: { property_id: id }, json })
        // lawful: a conflict or a lock with work on the update before; a breakdown is the concern of ERR-15
        const isExpected = answer.status < 500 && ![409, 423].includes(answer.status)
        verify('PROP-32', answer).isAccepted(undefined, { where: isExpected && combination.every(isDocumented) })
        assume(succeeded(answer))
        const read = await readUntilShows(given, id, value)
        verify('PROP-31', read).shows({ value })
        const { description } = beside
        // The record of a property is not said to have a description.
        const isDescribed = description !== undefined && typeof fieldOf(read, 'description') === 'string'
        verify('PROP-32', read).shows({ description }, { where: isDescribed })
      })
    },
  )

function textsFor(given: Given, combination: readonly OtherField[]): Readonly<Partial<Record<OtherField, string>>> {
  return Object.fromEntries(combination.map((name) => [name, given.name()]))
}
