import { assume, each, inTurn, scenario, type PropertyType, type Row, asText, type Entry } from '#suite'
import { idRows, kindOf, shownType } from '../shared/example-property.ts'
import { needs, versionHistory } from '../shared/version-history.ts'
import { longestPage, versionedList } from '../shared/versioned-list.ts'
import { cachedVersionList } from './published-subjects.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `versionedList` sends
// GET /properties?item_id&version&limit=100 with the given query; `cachedVersionList` sends the same once per session.

function typesIn(entries: readonly Entry[]): readonly PropertyType[] {
  return [...new Set(entries.flatMap((entry) => shownType(entry) ?? []))]
}

/** The entries whose type is plain: a matrix may be typed numeric, and under which filter it stands then is open. */
function plainRows(entries: readonly Entry[]): readonly Row[] {
  const plain = entries.filter((entry) => shownType(entry) === kindOf(entry))
  return plain.map((entry) => ({ id: asText(entry['id']).toLowerCase(), type: shownType(entry) }))
}

scenario('a version can be combined with the type filter', { verifies: ['VER-14'], needs }, async (context) => {
  const history = await versionHistory(context)
  await each(history.versions, async (version) => {
    const { entries: whole } = await cachedVersionList(context, history, { version })
    // Of a list that is longer than its page the rest is unknown.
    assume(whole.length < longestPage)
    await each(typesIn(whole), async (type) => {
      const { answer, entries } = await cachedVersionList(context, history, { version, query: { type } })
      const due = whole.filter((entry) => shownType(entry) === type)
      context.verify('VER-14', answer).hasRows({ expected: plainRows(due), received: plainRows(entries) })
    })
  })
})

scenario(
  'the type filter of a version accepts the type in upper case',
  { verifies: ['PROP-21'], needs },
  async (context) => {
    const { given, verify } = context
    const history = await versionHistory(context)
    const version = history.versions.at(-1) ?? 1
    const { entries: whole } = await cachedVersionList(context, history, { version })
    assume(whole.length < longestPage, `the version showed ${longestPage} properties or more`)
    await each(typesIn(whole), async (type) => {
      const { entries } = await cachedVersionList(context, history, { version, query: { type } })
      const answer = await versionedList(context, { history, version, query: { type: type.toUpperCase() } })
      const [expected, received] = [plainRows(entries), plainRows(given.entriesOf(answer))]
      verify('PROP-21', answer).hasRows({ expected, received })
    })
  },
)

scenario('the baseline can be combined with the type filter', { verifies: ['VER-14'], needs }, async (context) => {
  const { given, verify } = context
  const history = await versionHistory(context)
  const whole = await versionedList(context, { history, version: 'baseline' })
  // No baseline may have been chosen, and another check may choose one just now: what is there all the time is compared.
  const entries = given.entriesOf(whole)
  assume(entries.length > 0, 'the list of the baseline was empty')
  await each(typesIn(entries), async (type) => {
    const answer = await versionedList(context, { history, version: 'baseline', query: { type } })
    // lawful: a matrix that is typed numeric, found by either type
    const among = given.entriesOf(answer).filter((entry) => shownType(entry) === type || kindOf(entry) !== type)
    verify('VER-14', answer).eachHas('type', [type], { among })
  })
})

scenario(
  'a version can be combined with the type filter and pagination together',
  { verifies: ['VER-14'], needs },
  async (context) => {
    const { verify } = context
    const history = await versionHistory(context)
    const version = history.versions.at(-1) ?? 1
    const { entries: whole } = await cachedVersionList(context, history, { version })
    await each(typesIn(whole), async (type) => {
      const { entries: filtered } = await cachedVersionList(context, history, { version, query: { type } })
      const last = filtered.length - 1
      // The last of its type stands further back in the whole list than in the filtered one.
      assume(last >= 0)
      const page = await versionedList(context, { history, version, query: { type, limit: 1, offset: last } })
      const due = asText(filtered[last]?.['id'])
      verify('VER-14', page).listsOnly([due], {
        hint: 'filter after LIMIT: the page seems to be cut before the filter is applied',
      })
    })
  },
)

scenario('a version can be combined with pagination', { verifies: ['VER-14'], needs }, async (context) => {
  const { given, verify } = context
  const history = await versionHistory(context)
  const version = history.versions.at(-1) ?? 1
  const { entries: whole } = await cachedVersionList(context, history, { version })
  assume(whole.length > 0)
  const limit = Math.ceil(whole.length / 3)
  const offsets = [0, limit, 2 * limit].filter((offset) => offset < whole.length)
  const pages = await inTurn(offsets, async (offset) => {
    const page = await versionedList(context, { history, version, query: { limit, offset } })
    const due = Math.min(limit, whole.length - offset)
    verify('VER-14', page).hasEntries({ least: due, most: due })
    return page
  })
  verify('VER-14').hasRows({
    of: 'the pages of a version together',
    expected: idRows(whole),
    received: pages.flatMap((page) => idRows(given.entriesOf(page))),
  })
})
