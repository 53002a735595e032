import {
  assume,
  each,
  entriesOf,
  everyValue,
  nothingPublished,
  scenario,
  type Claim,
  type Exchange,
  type VersionModel,
} from '#suite'
import { sortedIds, type Entry } from '../subjects/specimens.ts'
import { needs, publishedStory, type PublishedStory, type Sources } from '../subjects/published-story.ts'
import { versionedList } from '../subjects/versioned-list.ts'
import { valuesOf, valuesShown } from './values-shown.ts'
import { entryCount } from '../subjects/counted.ts'

scenario(
  'without a version the draft is shown',
  { verifies: ['VER-01'], needs, causedBy: ['PROP-26', 'PROP-30', 'PROP-31', 'PROP-34', 'PROP-23'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const answer = await draftList(context, story)
    const entries = given.entriesOf(given.requireSuccess(answer, 'PROP-19'))
    const published = await versionedList(context, { story, version: story.versions.at(-1) ?? 1 })
    const ids = new Set(sortedIds(given.entriesOf(published)))
    verify('VER-01', answer).that({
      claim: 'the list shows other entries than a version does',
      holds: ids.size === 0 || sortedIds(entries).some((id) => !ids.has(id)),
      expected: 'entries of the draft',
      received: 'those of the latest version',
    })
    assume(story.model !== undefined)
    verify('VER-01', answer).equals({
      claim: 'the list shows the values of the draft',
      expected: valuesOf(story.model.draft),
      received: valuesShown(entries, everyValue(story.model)),
      hint: 'the draft has changed since it was published',
    })
  },
)

/** The draft of the story. lawful: a list that shows a little later what has changed */
function draftList({ given }: Pick<Sources, 'given'>, { draftItemId, model }: PublishedStory): Promise<Exchange> {
  const values = everyValue(model ?? nothingPublished)
  return given.eventually(
    () => given.listProperties(draftItemId, { query: { limit: 100 } }),
    (list) => valuesShown(entriesOf(list), values).join() === valuesOf(model?.draft).join(),
  )
}

scenario(
  'each version shows its own values',
  { verifies: ['VER-02'], needs, causedBy: ['PROP-34'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const { model } = story
    await each(story.versions, async (version) => {
      // lawful: a version that somebody has just published is made ready a little later
      const answer = await given.eventually(
        () => versionedList(context, { story, version }),
        (list) => entriesOf(list).length > 0,
      )
      verify('VER-02', answer).hasStatus(200)
      verify('VER-02', answer).that({
        claim: 'a version that was published shows properties',
        holds: entriesOf(answer).length > 0,
        expected: 'the properties of the version',
        received: 'no entries',
      })
      assume(model !== undefined)
      verify('VER-02', answer).that(showsWhatWasPublished(model, version, answer))
      verify('VER-02', answer).that(showsNothingGone(model, version, answer))
    })
  },
)

function showsWhatWasPublished(model: VersionModel, version: number, answer: Exchange): Claim {
  // What was deleted from the draft since is the concern of VER-12.
  const lasting = [...(model.published.get(version) ?? [])].filter(([label]) => model.draft.has(label))
  const due = lasting.map(([, value]) => value)
  const entries = entriesOf(answer)
  const values = new Set(entries.map(({ value }) => String(value)))
  const missing = due.find((value) => !values.has(value))
  return {
    claim: 'the values are those that were published',
    holds: missing === undefined,
    expected: due.join(', '),
    received: valuesShown(entries, everyValue(model)).join(', '),
    ...(missing !== undefined && { criterion: { kind: 'text', text: missing, shown: true } }),
    hint: `as of version ${version}`,
  }
}

function showsNothingGone(model: VersionModel, version: number, answer: Exchange): Claim {
  const gone = valuesGoneBefore(model, version)
  const shown = entriesOf(answer).find((entry) => isLiving(entry) && gone.has(String(entry['value'])))
  return {
    claim: 'a version shows nothing that was deleted before it was published',
    holds: shown === undefined,
    expected: 'the properties of the version',
    received: 'a property that was deleted before',
    ...(shown && { criterion: { kind: 'text', text: String(shown['value']), shown: false } }),
    hint: `as of version ${version}`,
  }
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

scenario(
  'a version with its deleted properties shows its own values',
  { verifies: ['VER-02', 'PROP-23'], needs, causedBy: ['PROP-24', 'PROP-25'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    await each(story.versions, async (version) => {
      const hint = `as of version ${version}`
      const usual = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
      const entries = entriesOf(usual)
      const living = entries.filter(isLiving)
      verify('PROP-23', usual).that({
        claim: 'a version leaves out what was deleted before it',
        holds: living.length === entries.length,
        expected: 'no entry that is marked as deleted',
        received: entryCount(entries.length - living.length),
        criterion: { kind: 'each', field: 'deleted', lawful: ['false'], mayBeMissing: true },
        hint,
      })
      const query = { includeDeleted: true }
      const whole = given.requireSuccess(await versionedList(context, { story, version, query }), 'PROP-24')
      // Whether a version keeps what was deleted before it is open.
      const claim = 'with includeDeleted a version shows the same living properties'
      const received = sortedIds(entriesOf(whole).filter(isLiving))
      verify('VER-02', whole).equals({ claim, expected: sortedIds(living), received, hint })
    })
  },
)
