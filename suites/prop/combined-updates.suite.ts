import { assume, each, fieldOf, scenario, succeeded, type Claim, type Exchange, type Given } from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'
import { valueField } from '../subjects/value-field.ts'
import { isKept, isSame, shapes, valueIn } from './keeps-values.ts'

/** What an update may give beside a value. Of these the contract names the first two; a refusal of a name is lawful. */
const otherFields = ['description', 'reason', 'name'] as const
type OtherField = (typeof otherFields)[number]
const documented: ReadonlySet<OtherField> = new Set(['description', 'reason'])

/** Every combination: services often handle several fields at once in a branch of its own. */
const combinations: readonly (readonly OtherField[])[] = [
  ['description'],
  ['reason'],
  ['description', 'reason'],
  ['name'],
  ['description', 'name'],
  ['reason', 'name'],
  ['description', 'reason', 'name'],
]

const valuesOf = {
  text: (turn: number) => `value ${turn} of an update`,
  numeric: (turn: number) => turn + 0.25,
  date: (turn: number) => `2031-05-${10 + turn}`,
} as const

for (const type of ['text', 'numeric', 'date'] as const)
  scenario(
    `an update of a ${type} property accepts its value with a description and a reason, and keeps it whatever else is given`,
    { verifies: ['PROP-31', 'PROP-32'], needs: ['write'], causedBy: shapes },
    async (context) => {
      const { api, given, verify } = context
      const { id, body } = await given.property(type, { item: await sharedItem(context, 'combined updates') })
      const field = valueField(type, body)
      const update = (json: object) => api.send('updateProperty', { path: { property_id: id }, json })
      const readKept = (value: unknown) =>
        given.eventually(
          async () => given.requireSuccess(await given.read('property', id), 'PROP-27'),
          (read) => isSame(value, valueIn(read)),
        )
      const alone = valuesOf[type](combinations.length)
      assume(succeeded(await update({ [field]: alone })), 'the target does not accept a value on update')
      assume(isSame(alone, valueIn(await readKept(alone))), 'the target keeps no value of an update')
      await each(combinations, async (combination, turn) => {
        const [value, beside] = [valuesOf[type](turn), textsFor(given, combination)]
        const answer = await update({ [field]: value, ...beside })
        verify('PROP-32', answer).that(isAccepted(combination, answer))
        assume(succeeded(answer))
        const read = await readKept(value)
        verify('PROP-31', read).that(isKept(`a value beside ${combination.join(' and ')} is kept`, [value], read))
        verify('PROP-32', read).that(isDescribed(beside, read))
      })
    },
  )

function textsFor(given: Given, combination: readonly OtherField[]): Readonly<Partial<Record<OtherField, string>>> {
  return Object.fromEntries(combination.map((name) => [name, given.name()]))
}

function isAccepted(combination: readonly OtherField[], answer: Exchange): Claim {
  return {
    // lawful: a conflict or a lock with work on the update before; a breakdown is the concern of ERR-15
    where:
      combination.every((name) => documented.has(name)) && ![409, 423].includes(answer.status) && answer.status < 500,
    claim: `an update accepts ${combination.join(' and ')} together with a value`,
    holds: succeeded(answer),
    expected: 'a success',
    received: `${answer.status}`,
    criterion: { kind: 'status', lawful: 'a success' },
  }
}

/** The record of a property is not said to have a description. */
function isDescribed({ description }: Readonly<Partial<Record<OtherField, string>>>, read: Exchange): Claim {
  const shown = fieldOf(read, 'description')
  return {
    where: description !== undefined && typeof shown === 'string',
    claim: 'a description that is given beside a value is the one that is shown',
    holds: shown === description,
    expected: String(description),
    received: String(shown),
    criterion: { kind: 'each', field: 'description', lawful: [String(description)] },
  }
}
