import {
  assume,
  each,
  entriesOf,
  entryOf,
  evenText,
  fieldOf,
  isSameRecord,
  succeeded,
  type CheckContext,
  type Exchange,
  type Row,
  asText,
} from '#suite'
import { type PublishedStory, type Sources } from '../shared/published-story.ts'
import { versionedList } from '../shared/versioned-list.ts'
import type { Entry } from '../shared/specimens.ts'
import { fieldsThatReadsMove } from './fields-that-reads-move.ts'
import { listOfVersion } from './published-subjects.ts'

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
  const { answer: before } = await listOfVersion(context, story, { version, query })
  const isDue = (list: Exchange): boolean => areSame(before, list, ['updatedAt'])
  const ask = () => listOfBaseline(context, { story, entries, query })
  // lawful: an answer that is kept for a while shows the former baseline
  const listed = await given.eventually(ask, isDue)
  if (!isDue(listed)) await requireUnmoved(context, story, version)
  // lawful: a version published just before the run, which was not ready yet when the run listed it first
  const due = isDue(listed) ? before : await versionedList(context, { story, version, query })
  const except = await fieldsThatReadsMove([
    { shown: due.json, readAgain: async () => (await versionedList(context, { story, version, query })).json },
    { shown: listed.json, readAgain: async () => (await ask()).json },
  ])
  const about = { hint: `the baseline is version ${version}`, beside: [due] }
  verify(requirement, listed).hasRows({ expected: rowsOf(due), received: rowsOf(listed), ...about })
  for (const entry of livingIn(due)) {
    const received = entryOf(listed, asText(entry['id']))
    verify(requirement, listed).agreesWith(entry, { kind: 'property', received, except, ...about })
  }
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
    const isSame = ({ json: received }: Exchange, except: readonly string[]): boolean =>
      isSameRecord({ kind: 'property', expected: numbered.json, received, except })
    const ask = (asOf: number | 'baseline') => given.read('property', id, { query: { version: asOf } })
    const read = await given.eventually(
      () => ask('baseline'),
      (seen) => isSame(seen, ['updatedAt']),
    )
    const except = await fieldsThatReadsMove([
      { shown: numbered.json, readAgain: async () => (await ask(version)).json },
      { shown: read.json, readAgain: async () => (await ask('baseline')).json },
    ])
    if (!isSame(read, except)) await requireUnmoved(context, story, version)
    verify(requirement, read).agreesWith(numbered.json, { kind: 'property', except, beside: [numbered] })
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
): Promise<Exchange> {
  const list = (id: string) => given.listProperties(id, { query: { limit: 100, version: 'baseline', ...query } })
  const listed = await list(draftItemId)
  const itemId = entry?.['item_id']
  const isOther = typeof itemId === 'string' && itemId !== draftItemId
  return isOther && entriesOf(listed).length === 0 ? list(itemId) : listed
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
    cause: 'somebody changed the baseline during the check',
  })
}

/** The entries that are not marked as deleted: that a version lists others is the concern of PROP-23. */
function livingIn(list: Exchange): readonly Entry[] {
  return entriesOf(list).filter(({ deleted }) => deleted !== true)
}

/** By what tells one entry from another, in this run and in others. */
function rowsOf(list: Exchange): readonly Row[] {
  return livingIn(list).map((entry) => ({ id: asText(entry['id']).toLowerCase(), name: evenText(entry['name']) }))
}

/** Whether two lists have the same entries. lawful: times in another precision */
function areSame(due: Exchange, listed: Exchange, except: readonly string[]): boolean {
  const [entries, others] = [livingIn(due), livingIn(listed)]
  const isAmong = (expected: Entry): boolean =>
    isSameRecord({ kind: 'property', expected, received: entryOf(listed, asText(expected['id'])), except })
  return entries.length === others.length && entries.every(isAmong)
}
