import { assume, entryOf, fieldOf, sameId, scenario } from '#suite'
import type { CheckContext, Entry, Exchange, Sources } from '#suite'
import { needs, versionHistory, type VersionHistory } from '../shared/version-history.ts'
import { cachedVersionList } from './published-subjects.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `cachedVersionList` sends
// GET /properties?item_id&version, once per session.

interface Asked {
  readonly history: VersionHistory
  readonly version: number
  /** The id that the item has in the version. */
  readonly id: string
}

interface Look {
  readonly answer: Exchange
  readonly record: Entry | undefined
}

/** Reads of items as of a version. lawful: one that refuses a version, or skips it, for no parameters of items are shown */
const ways: Readonly<Record<string, (context: Sources, asked: Asked) => Promise<Look>>> = {
  'in a list': async ({ api, session }, { history: { productId }, version, id }) => {
    const query = { ...(await session.dialect.listQuery('listItems', { productId })), limit: 100, version }
    const answer = await api.send('listItems', { query })
    return { answer, record: answer.status === 200 ? entryOf(answer, id) : undefined }
  },
  'by id': async ({ api }, { version, id }) => {
    const answer = await api.send('getItem', { path: { item_id: id }, query: { version } })
    const record = Object(answer.json)
    return { answer, record: answer.status === 200 && sameId(record['id'], id) ? record : undefined }
  },
}

for (const [way, readItem] of Object.entries(ways))
  scenario(
    `in a version, an item ${way} names the draft in draft_item_id`,
    { verifies: ['VER-10'], needs },
    async (context: CheckContext<'VER-10'>) => {
      const history = await versionHistory(context)
      const version = history.versions.at(-1) ?? 1
      const { entries } = await cachedVersionList(context, history, { version })
      const id = fieldOf({ json: entries[0] }, 'item_id')
      assume(typeof id === 'string' && !sameId(id, history.draftItemId), 'the version showed the item id of the draft')
      const { answer, record } = await readItem(context, { history, version, id })
      assume(record !== undefined, `the target did not show an item of a version ${way}`)
      context.verify('VER-10', answer).shows({ draft_item_id: history.draftItemId }, { in: record })
    },
  )
