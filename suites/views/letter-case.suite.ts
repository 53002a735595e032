import { assume, evenText, fieldOf, scenario, succeeded, type CheckContext, type Exchange } from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

interface Updatable {
  readonly what: string
  readonly id: 'ITEM-06' | 'PROP-33' | 'FILE-14' | 'FILE-15'
  readonly kind: 'item' | 'property' | 'file'
  readonly field: 'name' | 'description' | 'userTitle'
  /** Something whose field holds the text. */
  readonly make: (sources: Sources, text: string) => Promise<string>
}

async function fileWith({ api, given }: Sources, json: Readonly<Record<string, string>>): Promise<string> {
  const { id } = await given.file((await given.fileItem()).id)
  const by = 'userTitle' in json ? 'FILE-14' : 'FILE-15'
  given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), by)
  return id
}

/** Texts of things other than products, which have a check of their own. */
const updatable: readonly Updatable[] = [
  {
    what: 'the description of an item',
    id: 'ITEM-06',
    kind: 'item',
    field: 'description',
    make: async (sources, description) => {
      const { product } = await sharedItem(sources, 'letter case')
      return (await sources.given.item({ product, fields: { description } })).id
    },
  },
  {
    what: 'the name of a property',
    id: 'PROP-33',
    kind: 'property',
    field: 'name',
    make: async (sources, name) => {
      const item = await sharedItem(sources, 'letter case')
      return (await sources.given.property('text', { item, fields: { name } })).id
    },
  },
  {
    what: 'the title of a file',
    id: 'FILE-14',
    kind: 'file',
    field: 'userTitle',
    make: (sources, userTitle) => fileWith(sources, { userTitle }),
  },
  {
    what: 'the description of a file',
    id: 'FILE-15',
    kind: 'file',
    field: 'description',
    make: (sources, description) => fileWith(sources, { description }),
  },
]

function update({ api }: Sources, kind: Updatable['kind'], [id, json]: readonly [string, object]): Promise<Exchange> {
  if (kind === 'item') return api.send('updateItem', { path: { item_id: id }, json })
  if (kind === 'property') return api.send('updateProperty', { path: { property_id: id }, json })
  return api.send('updateFile', { path: { file_id: id }, json })
}

for (const { what, id: rule, kind, field, make } of updatable)
  scenario(`${what} is updated to another letter case`, { verifies: [rule], needs: ['write'] }, async (context) => {
    const { given, verify } = context
    const before = given.name().toLowerCase()
    const after = before.toUpperCase()
    const id = await make(context, 'as it was')
    await update(context, kind, [id, { [field]: before }])
    const shown = fieldOf(await given.read(kind, id), field)
    // lawful: whether it can be updated is not stated of each
    assume(evenText(shown) === evenText(before), `an update of ${what}`)
    const answer = await update(context, kind, [id, { [field]: after }])
    assume(succeeded(answer), `an update of ${what} to another letter case`)
    const read = given.requireSuccess(await given.read(kind, id), rule)
    verify(rule, read, [answer]).equals({
      claim: `${what} is in the letter case of the update`,
      expected: evenText(after),
      received: evenText(fieldOf(read, field)),
      hint: 'an update that differs in letter case alone may be taken for none',
    })
  })
