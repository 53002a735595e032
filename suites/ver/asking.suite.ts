import { isDeepStrictEqual } from 'node:util'
import {
  assume,
  each,
  entriesOf,
  fieldOf,
  inTurn,
  isRecord,
  pick,
  sameRecord,
  scenario,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
  type Row,
} from '#suite'
import {
  needs,
  presentBaseline,
  publishedStory,
  type PublishedStory,
  type Sources,
} from '../subjects/published-story.ts'
import { specimenOf, type Entry, type Specimen } from '../subjects/specimens.ts'
import { asPublished, movedByReads } from './as-published.ts'
import { listOfVersion, publishedSubjects } from './published-subjects.ts'

/** What is read with a version: a property by id, and the list of its item. */
const asked = {
  list: ({ given }: Sources, { itemId }: Specimen, version?: Nonsense) =>
    given.listProperties(itemId, version === undefined ? {} : { query: { version }, broken }),
  get: ({ given }: Sources, { id }: Specimen, version?: Nonsense) =>
    given.read('property', id, version === undefined ? {} : { query: { version }, broken }),
} as const
const broken = 'a version that is none'
const succeedsBy = { list: 'PROP-19', get: 'PROP-27' } as const

const nonsenses = ['1.5', 'latest', '1x', 'v1', '0x1', '1e0', 'baselines'] as const
type Nonsense = (typeof nonsenses)[number]

for (const nonsense of nonsenses)
  for (const way of ['list', 'get'] as const)
    scenario(`"${nonsense}" is refused as a version, on ${way}`, { verifies: ['VER-05'] }, async (context) => {
      const { given, session, verify } = context
      const specimen = await specimenOf('text', context)
      const control = await session.shared(`${way} without a version`, () => asked[way](context, specimen))
      given.requireSuccess(control, succeedsBy[way])
      verify('VER-05', await asked[way](context, specimen, nonsense)).isRefused({ status: 422, control })
    })

interface AsOfBaseline {
  readonly story: PublishedStory
  readonly version: number
  /** What the list is asked with beside it. */
  readonly query?: Readonly<Record<string, string>>
}

/** Claims that the list and a property as of the baseline are those as of a number. */
async function holdBaseline<Id extends 'VER-03' | 'VER-04'>(
  context: CheckContext<Id>,
  requirement: Id,
  { story, version, query = {} }: AsOfBaseline,
): Promise<void> {
  const { given, verify } = context
  const { entries } = await listOfVersion(context, story, { version })
  // Asked with the same beside it: a version that is another one then is the concern of VER-02.
  const due = (await listOfVersion(context, story, { version, query })).entries
  const expected = texts(due)
  const shown = (list: Exchange | undefined) => list && texts(entriesOf(list))
  const isDue = (list: Exchange | undefined): boolean => isDeepStrictEqual(shown(list), expected)
  // lawful: an answer that is kept for a while shows the former baseline
  const listed = await given.eventually(() => listOfBaseline(context, { story, entries, query }), isDue)
  if (!isDue(listed)) await requireUnmoved(context, story, version)
  verify(requirement, listed).equals({
    claim: 'the list as of the baseline is the list as of its number',
    expected,
    received: shown(listed),
    criterion: { kind: 'rows', expected: rowsOf(due), received: rowsOf(listed ? entriesOf(listed) : []) },
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
    const isSame = ({ json }: Exchange): Claim =>
      sameRecord('a property as of the baseline and as of its number', {
        kind: 'property',
        expected: numbered.json,
        received: json,
        except: movedByReads,
      })
    const ask = () => given.read('property', id, { query: { version: 'baseline' } })
    const read = await given.eventually(ask, (seen) => isSame(seen).holds)
    if (!isSame(read).holds) await requireUnmoved(context, story, version)
    verify(requirement, read).that(isSame(read))
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

/** The entries that are not marked as deleted: that a version lists others is the concern of PROP-23. */
const livingIn = (entries: readonly Entry[]): readonly Entry[] => entries.filter(({ deleted }) => deleted !== true)

/** By what each version shows as it was written: ids and times tell nothing to another run. */
function rowsOf(entries: readonly Entry[]): readonly Row[] {
  return livingIn(entries).map((entry) => pick(entry, ['name', 'type', 'value', 'category', 'display_unit']))
}

function texts(entries: readonly Entry[]): readonly string[] {
  return livingIn(entries)
    .map((entry) => JSON.stringify(asPublished(entry)))
    .toSorted()
}

scenario(
  'baseline gives the version that is the baseline, and follows it when it is changed',
  {
    verifies: ['VER-03', 'VER-04'],
    needs: ['control:publish-version', 'write'],
    causedBy: ['PROP-24', 'PROP-25'],
  },
  async (context) => {
    const { given } = context
    const story = await publishedStory(context)
    const [first = 1, second = 2] = story.versions
    const choices = [
      ['VER-03', first, { includeDeleted: 'true' }],
      ['VER-04', second, {}],
      ['VER-04', first, {}],
    ] as const
    await each(choices, async ([requirement, version, query]) => {
      const fields = { baseline_version_number: version }
      given.requireSuccess(await given.update(story.productId, fields), 'PROD-48')
      given.requireShown(await given.readProduct(story.productId), { fields, by: 'PROD-48' })
      await holdBaseline(context, requirement, { story, version, query })
    })
  },
)

scenario(
  'baseline gives the version that the product names',
  { verifies: ['VER-03'], needs: ['fixture:published-product'] },
  async (context) => {
    const { given } = context
    const { baseline } = await given.publishedProduct()
    const story = await publishedSubjects[1].storyOf(context)
    const version = await presentBaseline(context, story.productId, baseline)
    assume(version !== undefined && story.versions.includes(version), {
      reason: 'missing-fixture',
      needs: 'fixture:published-product',
      remedy: 'declare fixtures.publishedProduct.baseline in the target file',
    })
    await holdBaseline(context, 'VER-03', { story, version })
  },
)

scenario(
  'versions are numbered upwards',
  { verifies: ['VER-15'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, session, verify } = context
    const item = await given.item()
    const versions = await inTurn(['first', 'second', 'third'], async () => {
      // A service may refuse to publish what has not changed.
      await given.property('text', { item })
      return (await session.controls.publishVersion(item.product.id)).version
    })
    verify('VER-15').that({
      claim: 'a new version has a higher number than those before',
      holds: versions.every((version, index) => version > (versions[index - 1] ?? 0)),
      expected: 'numbers that rise from 1 on',
      received: versions.join(', '),
      criterion: {
        kind: 'rises',
        needs: 'a look at the web application: publish a product three times, and compare the numbers of its versions',
      },
    })
  },
)

scenario(
  'what the contract leaves open about versions is observed',
  { verifies: ['VER-16'], needs },
  async (context) => {
    const { api, given, observe } = context
    const story = await publishedStory(context)
    const version = story.versions.at(-1) ?? 1
    const [property_id = ''] = [...story.draftIds]
    await each(['null', '0', 'BASELINE'], async (value) => {
      const query = { version: value }
      const answer = await given.listProperties(story.draftItemId, { query, broken: 'left open' })
      observe('VER-16', `version=${value}`, answer.status)
    })
    const direct = await given.listProperties(story.draftItemId, { query: { version } })
    observe('VER-16', "a versioned list by the draft's item id", given.entriesOf(direct).length > 0)
    const draft = await api.send('getProperty', { path: { property_id } })
    observe('VER-16', 'a draft read shows draft_property_id', isRecord(draft.json) && 'draft_property_id' in draft.json)
  },
)
