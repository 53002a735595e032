import { assume, each, scenario } from '#suite'
import { entriesIn, withEntries } from '../shared/bulk-subject.ts'
import { jsonWrite } from '../shared/json-writes.ts'

/** Lists in which an entry is none: whoever reads entries falls over the first field of it. */
const lists: Readonly<Record<string, readonly unknown[]>> = {
  'null alone': [null],
  'a nested list': [[null]],
  'a text only': ['text'],
  'null after an empty entry': [{}, null],
}

for (const what of ['creating a property', 'updating a property', 'creating properties in bulk'] as const)
  scenario(
    `${what} with null among its references causes no server error`,
    { verifies: ['ERR-15'], needs: ['write'] },
    async (context) => {
      const { body, send } = await jsonWrite(what, context)
      await each(Object.entries(lists), async ([label, references]) => {
        const answer = await send({ json: await body({ references }), broken: `references: ${label}` })
        context.verify('ERR-15', answer).isNoServerError()
      })
    },
  )

for (const what of ['creating items in bulk', 'creating properties in bulk'] as const)
  scenario(
    `${what} with null among its entries causes no server error`,
    { verifies: ['ERR-15'], needs: ['write'] },
    async (context) => {
      const { body, send } = await jsonWrite(what, context)
      const bulk = await body()
      assume(entriesIn(bulk).length > 0)
      await each(Object.entries({ ...lists, nothing: [] }), async ([label, entries]) => {
        const answer = await send({ json: withEntries(bulk, entries), broken: `entries: ${label}` })
        context.verify('ERR-15', answer).isNoServerError()
      })
    },
  )
