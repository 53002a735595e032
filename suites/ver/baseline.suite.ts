import {
  asText,
  assume,
  each,
  entryOf,
  scenario,
  entriesOf,
  normalizedText,
  fieldOf,
  isSameRecord,
  succeeded,
  textIn,
} from '#suite'
import type { Exchange, Row, Sources } from '#suite'
import { presentBaseline, versionHistory } from '../shared/version-history.ts'
import { publishedSubjects, cachedVersionList } from './published-subjects.ts'
import type { VersionHistory } from '../shared/history-of-versions.ts'
import { versionedList } from '../shared/versioned-list.ts'
import type { Entry } from '../shared/example-property.ts'
import { fieldsThatReadsMove } from './fields-that-reads-move.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `cachedVersionList` sends
// GET /properties?item_id&version, once per session; `versionedList` sends it each time.
// `listsOfBaseline` sends it with version=baseline (`shown`) and with the number (`due`), `propertyOfBaseline` GET /properties/{id} with both.

/** The versions of a product that are chosen as its baseline in turn. */
const choices = [
  { rule: 'VER-03', nth: 0, query: { includeDeleted: 'true' } },
  { rule: 'VER-04', nth: 1, query: {} },
  { rule: 'VER-04', nth: 0, query: {} },
] as const

scenario(
  'version=baseline shows the baseline version, and follows a change of it',
  { verifies: ['VER-03', 'VER-04'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, verify } = context
    const history = await versionHistory(context)
    await each(choices, async ({ rule, nth, query }) => {
      const version = history.versions[nth] ?? nth + 1
      const fields = { baseline_version_number: version }
      given.requireSuccess(await given.chooseBaseline(history.productId, version), 'PROD-48')
      given.requireShown(await given.readProduct(history.productId), { fields, by: 'PROD-48' })
      const list = await listsOfBaseline(context, { history, version, query })
      verify(rule, list.shown).hasRows({ expected: rowsOf(list.due), received: rowsOf(list.shown), ...list.about })
      await each(notDeletedIn(list.due), async (entry) => {
        const { shown, except, about } = list
        const received = entryOf(shown, asText(entry['id']))
        verify(rule, shown).agreesWith(entry, { kind: 'property', received, except, ...about })
      })
      await each(idsOfFirst(list.entries), async (id) => {
        const { due, shown, except } = await propertyOfBaseline(context, { history, version }, id)
        verify(rule, shown).agreesWith(due.json, { kind: 'property', except, beside: [due] })
      })
    })
  },
)

scenario(
  'version=baseline shows the version that the product names',
  { verifies: ['VER-03'], needs: ['fixture:published-product'] },
  async (context) => {
    const { given, verify } = context
    const { baseline } = await given.publishedProduct()
    const history = await publishedSubjects[1].historyOf(context)
    const version = await presentBaseline(context, history.productId, baseline)
    assume(version !== undefined && history.versions.includes(version), {
      reason: 'missing-fixture',
      needs: 'fixture:published-product',
      remedy: 'declare fixtures.publishedProduct.baseline in the target file',
    })
    const list = await listsOfBaseline(context, { history, version })
    verify('VER-03', list.shown).hasRows({ expected: rowsOf(list.due), received: rowsOf(list.shown), ...list.about })
    await each(notDeletedIn(list.due), async (entry) => {
      const { shown, except, about } = list
      const received = entryOf(shown, asText(entry['id']))
      verify('VER-03', shown).agreesWith(entry, { kind: 'property', received, except, ...about })
    })
    await each(idsOfFirst(list.entries), async (id) => {
      const { due, shown, except } = await propertyOfBaseline(context, { history, version }, id)
      verify('VER-03', shown).agreesWith(due.json, { kind: 'property', except, beside: [due] })
    })
  },
)

interface AsOfBaseline {
  readonly history: VersionHistory
  readonly version: number
  /** What the list is asked with beside it. */
  readonly query?: Readonly<Record<string, string>>
}

/** A list, or a record, as of the baseline, and the one as of the number that the baseline has. */
interface Pair {
  readonly due: Exchange
  readonly shown: Exchange
  /** Fields that differ from one read to the next. */
  readonly except: readonly string[]
}

interface Lists extends Pair {
  readonly entries: readonly Entry[]
  readonly about: { readonly hint: string; readonly beside: readonly Exchange[] }
}

/** The list as of the baseline, once it is the one as of a number, beside that. */
async function listsOfBaseline(context: Sources, { history, version, query = {} }: AsOfBaseline): Promise<Lists> {
  const { entries } = await cachedVersionList(context, history, { version })
  // Asked with the same beside it: a version that is another one then is the concern of VER-02.
  const { answer: before } = await cachedVersionList(context, history, { version, query })
  const isExpected = (list: Exchange): boolean => areSame(before, list, ['updatedAt'])
  const ask = () => listOfBaseline(context, { history, entries, query })
  // lawful: an answer that is kept for a while shows the former baseline
  const shown = await context.given.eventually(ask, isExpected)
  // lawful: a version published just before the run, which was not ready yet when the run listed it first
  const due = isExpected(shown) ? before : await versionedList(context, { history, version, query })
  if (!isExpected(shown)) await requireUnmoved(context, history, version)
  const except = await fieldsThatReadsMove([
    { shown: due.json, readAgain: async () => (await versionedList(context, { history, version, query })).json },
    { shown: shown.json, readAgain: async () => (await ask()).json },
  ])
  const hint = `wrong version: the draft or another version seems to be shown instead of the baseline, version ${version}`
  return { due, shown, except, entries, about: { hint, beside: [due] } }
}

/** A property as of the baseline, by each id that it has, once it is the one as of a number, beside that. */
async function propertyOfBaseline(context: Sources, { history, version }: AsOfBaseline, id: string): Promise<Pair> {
  const { given, session } = context
  // Whether a version ever changes is asked elsewhere.
  const due = await session.shared(`property ${id} as of version ${version}`, () =>
    given.read('property', id, { query: { version } }),
  )
  assume(succeeded(due))
  const isSame = ({ json: received }: Exchange, except: readonly string[]): boolean =>
    isSameRecord({ kind: 'property', expected: due.json, received, except })
  const ask = (asOf: number | 'baseline') => given.read('property', id, { query: { version: asOf } })
  const shown = await given.eventually(
    () => ask('baseline'),
    (seen) => isSame(seen, ['updatedAt']),
  )
  const except = await fieldsThatReadsMove([
    { shown: due.json, readAgain: async () => (await ask(version)).json },
    { shown: shown.json, readAgain: async () => (await ask('baseline')).json },
  ])
  if (!isSame(shown, except)) await requireUnmoved(context, history, version)
  return { due, shown, except }
}

/** The list by the id of the item that a version is listed by: that of the draft, or the one that the version shows. */
async function listOfBaseline(
  { given }: Sources,
  {
    history: { draftItemId },
    entries: [entry],
    query,
  }: Pick<AsOfBaseline, 'history' | 'query'> & { entries: readonly Entry[] },
): Promise<Exchange> {
  const list = (id: string) => given.listProperties(id, { query: { limit: 100, version: 'baseline', ...query } })
  const listed = await list(draftItemId)
  return entriesOf(listed).length === 0 ? list(textIn(entry, 'item_id') ?? draftItemId) : listed
}

/** Its id in the version, and that in the draft. */
function idsOfFirst([entry]: readonly Entry[]): readonly string[] {
  return [entry?.['id'], entry?.['draft_property_id']].filter((one) => typeof one === 'string')
}

/** lawful: others publish or choose meanwhile, and the product has another baseline now. */
async function requireUnmoved({ given }: Sources, { productId }: VersionHistory, version: number): Promise<void> {
  const now = fieldOf(await given.readProduct(productId), 'baseline_version_number')
  assume(typeof now !== 'number' || now === version, {
    reason: 'missing-fixture',
    cause: 'somebody changed the baseline during the check',
  })
}

/** The entries that are not marked as deleted: that a version lists others is the concern of PROP-23. */
function notDeletedIn(list: Exchange): readonly Entry[] {
  return entriesOf(list).filter(({ deleted }) => deleted !== true)
}

/** By what tells one entry from another, in this run and in others. */
function rowsOf(list: Exchange): readonly Row[] {
  return notDeletedIn(list).map((entry) => ({
    id: asText(entry['id']).toLowerCase(),
    name: normalizedText(entry['name']),
  }))
}

/** Whether two lists have the same entries. lawful: times in another precision */
function areSame(due: Exchange, listed: Exchange, except: readonly string[]): boolean {
  const [entries, others] = [notDeletedIn(due), notDeletedIn(listed)]
  const isAmong = (expected: Entry): boolean =>
    isSameRecord({ kind: 'property', expected, received: entryOf(listed, asText(expected['id'])), except })
  return entries.length === others.length && entries.every(isAmong)
}
