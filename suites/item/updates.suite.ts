import { roleOf, scenario } from '#suite'
import { sharedProduct } from '../subjects/shared-place.ts'
import { optionsOf, otherTexts } from './item-texts.ts'

const write = ['write'] as const

interface Change {
  readonly what: string
  readonly json: (number: string) => Readonly<Record<string, string>>
  /** What the item has before. */
  readonly before: (number: string) => Readonly<Record<string, string>>
  readonly after: (number: string) => Readonly<Record<string, string>>
}

const changes: readonly Change[] = [
  {
    what: 'a description alone',
    before: (number) => ({ part_number: number, description: 'before' }),
    json: () => ({ description: 'after' }),
    after: (number) => ({ description: 'after', part_number: number }),
  },
  {
    what: 'a part number alone',
    before: () => ({ description: 'before' }),
    json: (number) => ({ part_number: number }),
    after: (number) => ({ description: 'before', part_number: number }),
  },
  {
    what: 'both',
    before: () => ({}),
    json: (number) => ({ part_number: number, description: 'after' }),
    after: (number) => ({ description: 'after', part_number: number }),
  },
]

for (const { what, json, before, after } of changes)
  scenario(
    `an update of an item with ${what} changes that and nothing else`,
    { verifies: ['ITEM-06'], needs: ['write', 'trace'], causedBy: ['ITEM-04', 'ITEM-05'] },
    async (context) => {
      const { api, given, verify } = context
      const number = given.partNumber()
      const { id } = await given.item({
        product: await sharedProduct(context, 'updates of items'),
        fields: before(number),
      })
      const path = { item_id: id }
      const first = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      // lawful: a number that the deployment has given by itself, and that is not changed in place
      if (!('part_number' in before(number)) && 'part_number' in json(number) && optionsOf(first)[1] !== null)
        given.untestable({ reason: 'capability-absent', cause: 'an item without a part number' })
      const answer = await api.send('updateItem', { path, json: json(number) })
      // lawful: a rule for the numbers of items
      if ('part_number' in json(number) && answer.status === 422)
        given.untestable({
          reason: 'capability-absent',
          cause: 'the target accepts no such part number on an item',
        })
      verify('ITEM-06', answer).isAccepted()
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-06', read).equals({
        claim: 'the item has what was given, and keeps the rest',
        expected: optionsOf({ json: after(number) }),
        received: optionsOf(read),
      })
      verify('ITEM-06', read).equals({
        claim: 'the other texts of the item stay',
        expected: otherTexts(first),
        received: otherTexts(read),
      })
    },
  )

scenario(
  'an update of an item with a name alone, or with nothing, keeps its description',
  { verifies: ['ITEM-06', 'ITEM-13'], needs: write, causedBy: ['ITEM-04', 'ITEM-05'] },
  async (context) => {
    const { api, given, observe, verify } = context
    const product = await sharedProduct(context, 'updates of items')
    const { id, body } = await given.item({ product, fields: { description: 'before' } })
    const path = { item_id: id }
    // More than one may have been learned, of which the target takes one.
    const names = Object.keys(body).filter((field) => roleOf([field]) === 'name')
    for (const json of [{}, Object.fromEntries(names.map((field) => [field, given.name()]))]) {
      const answer = await api.send('updateItem', { path, json })
      const what = Object.keys(json).join() || 'nothing'
      // No name of an item is shown, and a body without anything may be refused.
      observe('ITEM-13', `an update of an item with ${what}`, answer.status)
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-06', read).equals({
        claim: `an update with ${what} leaves the description as it was`,
        expected: 'before',
        received: optionsOf(read)[0],
      })
    }
  },
)

scenario(
  'null for a part number or a description of an item becomes no text',
  { verifies: ['ITEM-06', 'ITEM-13'], needs: [...write, 'trace'], causedBy: ['ITEM-04', 'ITEM-05'] },
  async (context) => {
    const { api, given, observe, verify } = context
    const before = { part_number: given.partNumber(), description: 'before' }
    const { id } = await given.item({ product: await sharedProduct(context, 'updates of items'), fields: before })
    const path = { item_id: id }
    for (const [index, field] of (['description', 'part_number'] as const).entries()) {
      const answer = await api.send('updateItem', { path, json: { [field]: null }, broken: 'null for a text' })
      observe('ITEM-13', `an update of an item with null for its ${field}`, answer.status)
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      const shown = optionsOf(read)[index]
      // Whether null removes it, is passed over or refused is open.
      verify('ITEM-06', read).that({
        claim: `after null the ${field} is none, or the one before`,
        holds: shown === null || shown === optionsOf({ json: before })[index],
        expected: `nothing, or ${before[field]}`,
        received: JSON.stringify(shown),
      })
    }
  },
)
