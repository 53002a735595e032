import { assume, normalizedText, fieldOf, requestById, scenario, succeeded, type Sources } from '#suite'
import { lentFile } from '../shared/lent-file.ts'
import { sharedItem } from '../shared/shared-place.ts'

/** Texts of things other than products, which have a check of their own. */
const updatable = [
  { what: 'the description of an item', rule: 'ITEM-06', kind: 'item', endpoint: 'updateItem', field: 'description' },
  { what: 'the name of a property', rule: 'PROP-33', kind: 'property', endpoint: 'updateProperty', field: 'name' },
  { what: 'the title of a file', rule: 'FILE-14', kind: 'file', endpoint: 'updateFile', field: 'userTitle' },
  { what: 'the description of a file', rule: 'FILE-15', kind: 'file', endpoint: 'updateFile', field: 'description' },
] as const

async function createRecord(sources: Sources, kind: 'item' | 'property' | 'file'): Promise<string> {
  const { given } = sources
  if (kind === 'file') return (await lentFile(sources)).id
  const item = await sharedItem(sources, 'letter case')
  if (kind === 'property') return (await given.property('text', { item })).id
  return (await given.item({ product: item.product })).id
}

for (const { what, rule, kind, endpoint, field } of updatable)
  scenario(
    `an update of ${what} to another letter case is shown`,
    { verifies: [rule], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      // lawful: a service that keeps texts in one letter case shows neither text as it is sent.
      const before = `Mixed Case ${given.name()}`
      const after = before.toUpperCase()
      const id = await createRecord(context, kind)
      await api.raw({ ...requestById(endpoint, id), json: { [field]: before } })
      const shown = fieldOf(await given.read(kind, id), field)
      // lawful: whether it can be updated is not stated of each
      assume(normalizedText(shown) === normalizedText(before), `the target did not update ${what}`)
      const answer = await api.raw({ ...requestById(endpoint, id), json: { [field]: after } })
      assume(succeeded(answer), `the target rejected an update of ${what} to another letter case`)
      const read = given.requireSuccess(await given.read(kind, id), rule)
      const hint = 'change detection: a change of letter case only seems to be treated as no change'
      verify(rule, read, [answer]).shows({ [field]: after }, { hint })
    },
  )
