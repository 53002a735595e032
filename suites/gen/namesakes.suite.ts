import { assume, each, entriesOf, entryOf, requestById, scenario, succeeded } from '#suite'
import type { Entry, Exchange, Sources } from '#suite'
import { deleteEmpty } from '../shared/delete-item.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { another, namesIn } from '../shared/namesakes.ts'
import { ownItem } from '../shared/shared-place.ts'

const limit = 100

/** Two records of one name, and how their list is asked for. */
interface Namesakes {
  readonly ids: readonly string[]
  readonly list: () => Promise<Listed>
}

interface Listed {
  readonly entries: readonly Entry[]
  readonly answer: Exchange
  /** Whether it is the whole list. */
  readonly complete: boolean
}

/** Where two records may have one name, a list shows both: only ids tell records from each other. */
const rows = [
  {
    what: 'products',
    id: 'PROD-20',
    deletion: { id: 'PROD-58', kind: 'product' },
    update: { id: 'PROD-42', kind: 'product', endpoint: 'updateProduct', fields: ['name', 'description'] },
    createTwo: async ({ given }: Sources): Promise<Namesakes> => {
      const first = await given.product()
      const { name, workspace_id: workspaceId } = first.body
      const second = await another(given.product({ name }))
      const list = async (): Promise<Listed> => {
        const { exchange, complete } = await given.search(workspaceId, name)
        return { entries: entriesOf(exchange), answer: exchange, complete }
      }
      return { ids: [first.id, second.id], list }
    },
  },
  {
    what: 'items of a product',
    id: 'ITEM-09',
    deletion: { id: 'ITEM-07', kind: 'item' },
    update: { id: 'ITEM-06', kind: 'item', endpoint: 'updateItem', fields: ['description'] },
    createTwo: async (context: Sources): Promise<Namesakes> => {
      const { given } = context
      const first = await given.item()
      const second = await another(given.item({ product: first.product, fields: namesIn(first.body) }))
      return { ids: [first.id, second.id], list: () => listItemsOf(context, first.product) }
    },
  },
  {
    what: 'properties of an item',
    id: 'PROP-19',
    deletion: { id: 'PROP-34', kind: 'property' },
    update: { id: 'PROP-33', kind: 'property', endpoint: 'updateProperty', fields: ['description'] },
    createTwo: async (context: Sources): Promise<Namesakes> => {
      const { given } = context
      const first = await given.property('text', { item: await ownItem(context) })
      const second = await another(given.property('text', { item: first.item, fields: namesIn(first.body) }))
      const list = async (): Promise<Listed> => {
        const answer = await given.listProperties(first.item.id, { query: { limit } })
        const entries = entriesOf(given.requireSuccess(answer, 'PROP-19'))
        return { entries, answer, complete: entries.length < limit }
      }
      return { ids: [first.id, second.id], list }
    },
  },
  {
    what: 'files of an item',
    id: 'FILE-13',
    createTwo: async ({ given }: Sources): Promise<Namesakes> => {
      const { id: target } = await given.fileItem()
      const filename = `${given.word()}.pdf`
      const first = await given.file(target, { filename })
      const second = await another(given.file(target, { filename }))
      const list = async (): Promise<Listed> => {
        const { entries, complete, exchange } = await given.fileWindow()
        return { entries, complete, answer: exchange }
      }
      return { ids: [first.id, second.id], list }
    },
  },
] as const

/** Two records of one name, and their list: the checks that share them delete neither. */
function listedNamesakes(context: Sources, { what, createTwo }: Pick<(typeof rows)[number], 'what' | 'createTwo'>) {
  return context.session.shared(`two ${what} with the same name`, async () => {
    const { ids, list } = await createTwo(context)
    // lawful: an index of lists may lag, which is blamed on GEN-06 alone
    return { ...(await context.given.eventually(list, (seen) => haveAll(seen, ids))), ids }
  })
}

for (const { what, id, createTwo } of rows)
  scenario(`a list shows two ${what} with the same name`, { verifies: [id], needs: ['write'] }, async (context) => {
    const { ids, answer, entries, complete } = await listedNamesakes(context, { what, createTwo })
    assume(complete || haveAll({ entries }, ids), 'the list was too long to be read to its end')
    const hint = 'deduplication: the list seems to merge records with the same name'
    context.verify(id, answer).lists(ids, { among: entries, hint })
  })

for (const { what, deletion, createTwo } of rows.filter((row) => 'deletion' in row))
  scenario(
    `of two ${what} with the same name, deleting one keeps the other`,
    { verifies: [deletion.id], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const { ids, list } = await createTwo(context)
      const [kept = '', gone = ''] = ids
      given.requireSuccess(await removalOf(context, deletion.kind, gone), deletion.id)
      const read = await given.eventually(() => given.read(deletion.kind, kept), succeeded)
      const hint = 'wrong lookup: DELETE seems to select records by name instead of id'
      verify(deletion.id, read).hasStatus(200, { hint })
      // lawful: an index of lists may lag, which is blamed on GEN-06 alone
      const { answer, entries, complete } = await given.eventually(list, (seen) => haveAll(seen, [kept]))
      assume(complete || haveAll({ entries }, [kept]), 'the list was too long to be read to its end')
      verify(deletion.id, answer).lists(kept, { among: entries, hint })
    },
  )

for (const { what, update, createTwo } of rows.filter((row) => 'update' in row))
  scenario(
    `of two ${what} with the same name, updating one keeps the other unchanged`,
    { verifies: [update.id], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const [kept = '', changed = ''] = (await listedNamesakes(context, { what, createTwo })).ids
      await given.eventually(() => given.read(update.kind, kept), succeeded)
      const json = Object.fromEntries(update.fields.map((field) => [field, given.name()]))
      const answer = await api.raw({ ...requestById(update.endpoint, changed), json })
      given.requireSuccess(answer, update.id)
      const after = await given.read(update.kind, kept)
      // lawful: another description than before, which the deployment gives by itself
      const hint = 'wrong lookup: PATCH seems to select records by name instead of id'
      await each(update.fields, async (field) =>
        verify(update.id, after, [answer]).differsIn(field, json[field], { hint }),
      )
    },
  )

function haveAll({ entries }: Pick<Listed, 'entries'>, ids: readonly string[]): boolean {
  return ids.every((id) => entryOf({ json: { items: entries } }, id) !== undefined)
}

/** The deletion of the later of two: whoever looks for its name finds the other one first. */
function removalOf(context: Sources, kind: 'product' | 'item' | 'property', id: string): Promise<Exchange> {
  return kind === 'item' ? deleteEmpty(context, id) : context.given.remove(kind, id)
}
