import { assume, normalizedText, fieldOf, scenario, succeeded, type Exchange, type Sources } from '#suite'
import { lentFile } from '../shared/lent-file.ts'
import { sharedItem } from '../shared/shared-place.ts'

type Kind = 'item' | 'property' | 'file'

interface Updatable {
  readonly what: string
  readonly id: 'ITEM-06' | 'PROP-33' | 'FILE-14' | 'FILE-15'
  readonly kind: Kind
  readonly field: 'name' | 'description' | 'userTitle'
}

/** Texts of things other than products, which have a check of their own. */
const updatable: readonly Updatable[] = [
  { what: 'the description of an item', id: 'ITEM-06', kind: 'item', field: 'description' },
  { what: 'the name of a property', id: 'PROP-33', kind: 'property', field: 'name' },
  { what: 'the title of a file', id: 'FILE-14', kind: 'file', field: 'userTitle' },
  { what: 'the description of a file', id: 'FILE-15', kind: 'file', field: 'description' },
]

async function createRecord(sources: Sources, kind: Kind): Promise<string> {
  const { given } = sources
  if (kind === 'file') return (await lentFile(sources)).id
  const item = await sharedItem(sources, 'letter case')
  if (kind === 'property') return (await given.property('text', { item })).id
  return (await given.item({ product: item.product })).id
}

function update({ api }: Sources, kind: Kind, [id, json]: readonly [string, object]): Promise<Exchange> {
  if (kind === 'item') return api.send('updateItem', { path: { item_id: id }, json })
  if (kind === 'property') return api.send('updateProperty', { path: { property_id: id }, json })
  return api.send('updateFile', { path: { file_id: id }, json })
}

for (const { what, id: rule, kind, field } of updatable)
  scenario(
    `an update of ${what} to another letter case is shown`,
    { verifies: [rule], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      // lawful: a service that keeps texts in one letter case shows neither text as it is sent.
      const before = `Mixed Case ${given.name()}`
      const after = before.toUpperCase()
      const id = await createRecord(context, kind)
      await update(context, kind, [id, { [field]: before }])
      const shown = fieldOf(await given.read(kind, id), field)
      // lawful: whether it can be updated is not stated of each
      assume(normalizedText(shown) === normalizedText(before), `the target did not update ${what}`)
      const answer = await update(context, kind, [id, { [field]: after }])
      assume(succeeded(answer), `the target rejected an update of ${what} to another letter case`)
      const read = given.requireSuccess(await given.read(kind, id), rule)
      const hint = 'change detection: a change of letter case only seems to be treated as no change'
      verify(rule, read, [answer]).shows({ [field]: after }, { hint })
    },
  )
