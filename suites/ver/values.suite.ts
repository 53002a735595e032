import { assume, each, entriesOf, everyValue, nothingPublished, scenario, show } from '#suite'
import type { Content, Exchange, Row, VersionModel, Sources, Entry } from '#suite'
import { idRows, sortedIds } from '../shared/example-property.ts'
import { needs, versionHistory, type VersionHistory } from '../shared/version-history.ts'
import { versionedList } from '../shared/versioned-list.ts'
import { cachedVersionList } from './published-subjects.ts'
import { valuesOf, valuesShown } from './values-shown.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `cachedVersionList` sends
// GET /properties?item_id&version, once per session; `versionedList` sends it each time.
// `history.model` holds the values that the run gave its properties, in the draft and in each version. `valuesOf` are those of one of
// them, `valuesShown` those that a list shows of them.

scenario('a read without a version shows the draft', { verifies: ['VER-01'], needs }, async (context) => {
  const { given, verify } = context
  const history = await versionHistory(context)
  const answer = await draftList(context, history)
  const entries = given.entriesOf(given.requireSuccess(answer, 'PROP-19'))
  const { entries: published } = await cachedVersionList(context, history, { version: history.versions.at(-1) ?? 1 })
  const ids = new Set(sortedIds(published))
  verify('VER-01', answer).that({
    claim: 'the list of the draft shows other ids than that of a version',
    holds: ids.size === 0 || sortedIds(entries).some((id) => !ids.has(id)),
    expected: 'entries of the draft',
    received: 'entries of the latest version',
  })
  assume(history.model !== undefined)
  verify('VER-01', answer).hasRows({
    expected: valuesOf(history.model.draft),
    received: valuesShown(entries, everyValue(history.model)),
    hint: 'wrong version: the latest version seems to be shown instead of the draft',
  })
})

/** The draft of the history. lawful: a list that shows a little later what has changed */
function draftList({ given }: Pick<Sources, 'given'>, { draftItemId, model }: VersionHistory): Promise<Exchange> {
  const values = everyValue(model ?? nothingPublished)
  return given.eventually(
    () => given.listProperties(draftItemId, { query: { limit: 100 } }),
    (list) => show(valuesShown(entriesOf(list), values)) === show(valuesOf(model?.draft)),
  )
}

scenario('each version shows its own values', { verifies: ['VER-02'], needs }, async (context) => {
  const { given, verify } = context
  const history = await versionHistory(context)
  const { model } = history
  await each(history.versions, async (version) => {
    // lawful: a version that somebody has just published is made ready a little later
    const answer = await given.eventually(
      () => versionedList(context, { history, version }),
      (list) => entriesOf(list).length > 0,
    )
    verify('VER-02', answer).hasStatus(200)
    verify('VER-02', answer).hasEntries({ least: 1 })
    assume(model !== undefined)
    const hint = `wrong version: with version ${version} the draft or another version seems to be shown`
    const entries = entriesOf(answer)
    const lasting = lastingContent(model, version)
    const received = valuesShown(uniqueByValue(entries), new Set(lasting.values()))
    verify('VER-02', answer).hasRows({ expected: valuesOf(lasting), received, hint })
    const except = [...valuesGoneBefore(model, version)]
    verify('VER-02', answer).eachHas('value', { except }, { among: entries.filter(isLiving), mayBeMissing: true, hint })
  })
})

/** What was deleted from the draft since is the concern of VER-12. */
function lastingContent({ draft, published }: VersionModel, version: number): Content {
  return new Map([...(published.get(version) ?? [])].filter(([label]) => draft.has(label)))
}

function uniqueByValue(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry['value'], entry])).values()]
}

/** The values that an earlier version has of what neither this one nor the draft has any more. */
function valuesGoneBefore({ draft, published }: VersionModel, version: number): ReadonlySet<string> {
  const here = published.get(version) ?? new Map<string, string>()
  const earlier = [...published].filter(([number]) => number < version).flatMap(([, content]) => [...content])
  return new Set(earlier.filter(([label]) => !here.has(label) && !draft.has(label)).map(([, value]) => value))
}

function isLiving({ deleted }: Entry): boolean {
  return deleted !== true
}

function notDeletedIn(list: Exchange): readonly Row[] {
  return idRows(entriesOf(list).filter(isLiving))
}

scenario(
  'a version listed with deleted properties shows its own values',
  { verifies: ['VER-02', 'PROP-23'], needs },
  async (context) => {
    const { given, verify } = context
    const history = await versionHistory(context)
    await each(history.versions, async (version) => {
      const hint = `wrong version: with version ${version} the draft or another version seems to be shown`
      const { answer: usual } = await cachedVersionList(context, history, { version })
      verify('PROP-23', usual).eachHas('deleted', { except: [true] }, { mayBeMissing: true, hint })
      const query = { includeDeleted: true }
      const whole = given.requireSuccess(await versionedList(context, { history, version, query }), 'PROP-24')
      // Whether a version keeps what was deleted before it is open.
      verify('VER-02', whole).hasRows({
        expected: notDeletedIn(usual),
        received: notDeletedIn(whole),
        beside: [usual],
        hint,
      })
    })
  },
)
