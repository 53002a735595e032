import { isDeepStrictEqual } from 'node:util'
import {
  assume,
  documentedFields,
  each,
  entriesOf,
  fieldOf,
  pick,
  sameId,
  sameRecord,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
  type Row,
} from '#suite'
import { type PublishedStory, type Sources } from '../subjects/published-story.ts'
import { versionedList } from '../subjects/versioned-list.ts'
import type { Entry } from '../subjects/specimens.ts'
import { fieldsThatReadsMove } from './fields-that-reads-move.ts'
import { listOfVersion } from './published-subjects.ts'
import { toldByEntry } from './told-by-entry.ts'

interface AsOfBaseline {
  readonly story: PublishedStory
  readonly version: number
  /** What the list is asked with beside it. */
  readonly query?: Readonly<Record<string, string>>
}

/** Claims that the list and a property as of the baseline are those as of a number. */
export async function holdBaseline<Id extends 'VER-03' | 'VER-04'>(
  context: CheckContext<Id>,
  requirement: Id,
  { story, version, query = {} }: AsOfBaseline,
): Promise<void> {
  const { given, verify } = context
  const { entries } = await listOfVersion(context, story, { version })
  // Asked with the same beside it: a version that is another one then is the concern of VER-02.
  const { answer: due } = await listOfVersion(context, story, { version, query })
  const isDue = (list: Exchange | undefined): boolean => areSame(due, list, ['updatedAt'])
  const ask = () => listOfBaseline(context, { story, entries, query })
  // lawful: an answer that is kept for a while shows the former baseline
  const listed = await given.eventually(ask, isDue)
  if (!isDue(listed)) await requireUnmoved(context, story, version)
  const except = await fieldsThatReadsMove([
    { shown: due.json, readAgain: async () => (await versionedList(context, { story, version, query })).json },
    { shown: listed?.json, readAgain: async () => (await ask())?.json },
  ])
  const expected = comparable(due, except)
  verify(requirement, listed).equals({
    claim: 'the list as of the baseline is the list as of its number',
    expected,
    received: areSame(due, listed, except) ? expected : comparable(listed, except),
    ...toldByRows({ due, listed }, except),
    hint: `the baseline is version ${version}`,
  })
  await holdPropertyOfBaseline(context, requirement, { story, version, entries })
}

/** Claims that a property as of the baseline is the one as of a number. */
async function holdPropertyOfBaseline<Id extends 'VER-03' | 'VER-04'>(
  context: CheckContext<Id>,
  requirement: Id,
  { story, version, entries }: AsOfBaseline & { readonly entries: readonly Entry[] },
): Promise<void> {
  const { given, verify } = context
  await each(idsOfFirst(entries), async (id) => {
    const numbered = await given.read('property', id, { query: { version } })
    assume(succeeded(numbered))
    const isSame = ({ json }: Exchange, except: readonly string[]): Claim =>
      sameRecord('a property as of the baseline and as of its number', {
        kind: 'property',
        expected: numbered.json,
        received: json,
        except,
      })
    const ask = (asOf: number | 'baseline') => given.read('property', id, { query: { version: asOf } })
    const read = await given.eventually(
      () => ask('baseline'),
      (seen) => isSame(seen, ['updatedAt']).holds,
    )
    const except = await fieldsThatReadsMove([
      { shown: numbered.json, readAgain: async () => (await ask(version)).json },
      { shown: read.json, readAgain: async () => (await ask('baseline')).json },
    ])
    if (!isSame(read, except).holds) await requireUnmoved(context, story, version)
    verify(requirement, read).that(isSame(read, except))
  })
}

/** The list by the id of the item that a version is listed by: that of the draft, or the one that the version shows. */
async function listOfBaseline(
  { given }: Sources,
  {
    story: { draftItemId },
    entries: [entry],
    query,
  }: Pick<AsOfBaseline, 'story' | 'query'> & { entries: readonly Entry[] },
): Promise<Exchange | undefined> {
  const itemIds = new Set([draftItemId, entry?.['item_id']].filter((id) => typeof id === 'string'))
  let listed: Exchange | undefined
  for (const itemId of itemIds)
    if (listed === undefined || entriesOf(listed).length === 0)
      listed = await given.listProperties(itemId, { query: { limit: 100, version: 'baseline', ...query } })
  return listed
}

/** Its id in the version, and that in the draft. */
function idsOfFirst([entry]: readonly Entry[]): readonly string[] {
  return [entry?.['id'], entry?.['draft_property_id']].filter((one) => typeof one === 'string')
}

/** lawful: others publish or choose meanwhile, and the product has another baseline now. */
async function requireUnmoved({ given }: Sources, { productId }: PublishedStory, version: number): Promise<void> {
  const now = fieldOf(await given.readProduct(productId), 'baseline_version_number')
  assume(typeof now !== 'number' || now === version, {
    reason: 'missing-fixture',
    cause: 'the baseline was moved meanwhile',
  })
}

/** Compares the rows; where only a time differs, names the entry that shows it. */
function toldByRows(
  { due, listed }: { readonly due: Exchange; readonly listed: Exchange | undefined },
  except: readonly string[],
): Pick<Claim, 'criterion'> {
  const rows = { expected: rowsOf(due), received: rowsOf(listed) }
  if (listed === undefined || !isDeepStrictEqual(rows.expected, rows.received))
    return { criterion: { kind: 'rows', ...rows } }
  return toldByEntry({ before: due, after: listed }, () => except)
}

/** The entries that are not marked as deleted: that a version lists others is the concern of PROP-23. */
function livingIn(list: Exchange | undefined): readonly Entry[] {
  return (list === undefined ? [] : entriesOf(list)).filter(({ deleted }) => deleted !== true)
}

/** By what each version shows as it was written: ids and times tell nothing to another run. */
function rowsOf(list: Exchange | undefined): readonly Row[] {
  return livingIn(list).map((entry) => pick(entry, ['name', 'type', 'value', 'category', 'display_unit']))
}

/** Whether two lists have the same entries. lawful: times in another precision */
function areSame(due: Exchange, listed: Exchange | undefined, except: readonly string[]): boolean {
  const [entries, others] = [livingIn(due), livingIn(listed)]
  return entries.length === others.length && entries.every((entry) => isAmong(others, entry, except))
}

function isAmong(entries: readonly Entry[], expected: Entry, except: readonly string[]): boolean {
  const received = entries.find(({ id }) => sameId(id, expected['id']))
  return sameRecord('an entry', { kind: 'property', expected, received, except }).holds
}

/** The documented fields of each entry without those that are excepted, as sorted JSON. */
function comparable(list: Exchange | undefined, except: readonly string[]): readonly string[] {
  return livingIn(list)
    .map((entry) => Object.entries(documentedFields('property', entry)).filter(([field]) => !except.includes(field)))
    .map((fields) => JSON.stringify(Object.fromEntries(fields)))
    .toSorted()
}
