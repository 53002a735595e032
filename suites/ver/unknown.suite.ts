import { each, scenario, succeeded } from '#suite'
import { needs, versionHistory, type VersionHistory } from '../shared/version-history.ts'
import { cachedVersionList } from './published-subjects.ts'
import { exampleProperty } from '../shared/example-property.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `cachedVersionList` sends
// GET /properties?item_id&version, once per session.

/** Far beyond the latest, and negative; if only this run publishes, also the next number: the latest may be given for it. */
function unknownVersions({ versions, model }: VersionHistory): readonly number[] {
  const latest = Math.max(...versions)
  return [...(model ? [latest + 1] : []), latest + 1000, -1]
}

scenario(
  'the list of a version that does not exist shows nothing',
  { verifies: ['VER-06', 'VER-16'], needs },
  async (context) => {
    const { given, observe, verify } = context
    const history = await versionHistory(context)
    const version = history.versions.at(-1) ?? 1
    const { answer: control, entries } = await cachedVersionList(context, history, { version })
    const itemIds = new Set([history.draftItemId, entries[0]?.['item_id']].filter((id) => typeof id === 'string'))
    const asked = [...itemIds].flatMap((itemId) => unknownVersions(history).map((unknown) => ({ itemId, unknown })))
    await each(asked, async ({ itemId, unknown }) => {
      const answer = await given.listProperties(itemId, { query: { version: unknown } })
      observe('VER-16', 'list of a version that does not exist', answer.status)
      // lawful: a rejection, or a list of nothing
      verify('VER-06', answer).isRefused({ control, where: !succeeded(answer) })
      verify('VER-06', answer).hasEntries({ most: 0 }, { where: succeeded(answer) })
    })
  },
)

scenario(
  'a read of a property in a version that does not exist is rejected',
  { verifies: ['VER-06', 'VER-16'], needs },
  async (context) => {
    const { api, observe, verify } = context
    const history = await versionHistory(context)
    const version = history.versions.at(-1) ?? 1
    const { answer: control, entries } = await cachedVersionList(context, history, { version })
    const ids = [[...history.draftIds.values()][0], entries[0]?.['id']].filter((id) => typeof id === 'string')
    const asked = ids.flatMap((property_id) => unknownVersions(history).map((unknown) => ({ property_id, unknown })))
    await each(asked, async ({ property_id, unknown }) => {
      const answer = await api.send('getProperty', { path: { property_id }, query: { version: unknown } })
      observe('VER-16', 'a property in a version that does not exist', answer.status)
      verify('VER-06', answer).isRefused({ control })
    })
  },
)

// No product has so many versions, and one of a run that cannot publish has none.
for (const unknown of [999_999, -1]) {
  scenario(
    `the list of version ${unknown}, which no product has, is rejected or empty`,
    { verifies: ['VER-06'] },
    async (context) => {
      const { given, session, verify } = context
      const { itemId } = await exampleProperty('text', context)
      const control = await session.shared('list without a version', () => given.listProperties(itemId))
      given.requireSuccess(control, 'PROP-19')
      const answer = await given.listProperties(itemId, { query: { version: unknown } })
      // lawful: a rejection, or a list of nothing
      verify('VER-06', answer).isRefused({ control, where: !succeeded(answer) })
      verify('VER-06', answer).hasEntries({ most: 0 }, { where: succeeded(answer) })
    },
  )

  scenario(
    `a read of a property in version ${unknown}, which no product has, is rejected`,
    { verifies: ['VER-06'] },
    async (context) => {
      const { given, session, verify } = context
      const { id } = await exampleProperty('text', context)
      const control = await session.shared('get without a version', () => given.read('property', id))
      given.requireSuccess(control, 'PROP-27')
      verify('VER-06', await given.read('property', id, { query: { version: unknown } })).isRefused({ control })
    },
  )
}
