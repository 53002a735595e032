import { propertyTypes } from '../../lib/contract/patterns.ts'
import { everyValue } from '../../lib/model/versions.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { isObstacle, sortedIds, type Entry } from '../prop/specimens.ts'
import { valueField } from '../prop/value-field.ts'
import { needs, publishedStory, versionedList } from './published-story.ts'
import { valuesOf, valuesShown } from './values-shown.ts'

scenario(
  'without a version the draft is shown',
  { verifies: ['VER-01'], needs, explainedBy: ['PROP-26', 'PROP-30', 'PROP-31', 'PROP-34', 'PROP-23'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const answer = await given.listProperties(story.draftItemId, { query: { limit: 100 } })
    const entries = given.entriesOf(given.accepted(answer, 'PROP-19'))
    if (story.model)
      verify('VER-01', answer).equals({
        claim: 'the list shows the values of the draft',
        expected: valuesOf(story.model.draft),
        received: valuesShown(entries, everyValue(story.model)),
        hint: 'the draft has changed since it was published',
      })
    const published = await versionedList(context, { story, version: story.versions.at(-1) ?? 1 })
    const ids = new Set(sortedIds(given.entriesOf(published)))
    verify('VER-01', answer).that({
      claim: 'the list shows other entries than a version does',
      holds: ids.size === 0 || sortedIds(entries).some((id) => !ids.has(id)),
      expected: 'entries of the draft',
      received: 'those of the latest version',
    })
  },
)

scenario(
  'each version shows its own values',
  { verifies: ['VER-02'], needs, explainedBy: ['PROP-26'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const answer = await versionedList(context, { story, version })
      verify('VER-02', answer).hasStatus(200)
      const entries = given.entriesOf(answer)
      verify('VER-02', answer).that({
        claim: 'a version that was published shows properties',
        holds: entries.length > 0,
        expected: 'the properties of the version',
        received: 'no entries',
      })
      if (!story.model) continue
      // What was deleted from the draft since is the affair of VER-12.
      const expected = [...(story.model.published.get(version) ?? [])].filter(([label]) =>
        story.model?.draft.has(label),
      )
      const values = new Set(entries.map(({ value }) => String(value)))
      verify('VER-02', answer).that({
        claim: 'the values are those that were published',
        holds: expected.every(([, value]) => values.has(value)),
        expected: expected.map(([, value]) => value).join(', '),
        received: valuesShown(entries, everyValue(story.model)).join(', '),
        hint: `as of version ${version}`,
      })
    }
  },
)

scenario(
  'a version with its deleted properties shows its own values',
  { verifies: ['VER-02'], needs, explainedBy: ['PROP-24', 'PROP-25'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const whole = sortedIds(
        given.entriesOf(given.accepted(await versionedList(context, { story, version }), 'VER-02')),
      )
      const answer = given.accepted(
        await versionedList(context, { story, version, query: { includeDeleted: true } }),
        'PROP-24',
      )
      // Whether a version keeps what was deleted before it is open.
      const living = given.entriesOf(answer).filter(({ deleted }) => deleted !== true)
      verify('VER-02', answer).equals({
        claim: 'with includeDeleted a version shows the same living properties',
        expected: whole,
        received: sortedIds(living),
        hint: `as of version ${version}`,
      })
    }
  },
)

/** A value that breaks the rule of its type differs from the draft's for that reason alone. */
const shapes = ['PROP-10', 'PROP-11', 'PROP-12', 'PROP-15', 'PROP-16', 'PROP-17', 'PROP-18'] as const

const contentsOf = (entries: readonly Entry[]): readonly string[] =>
  entries
    .map(({ name, type, value, category, display_unit: unit }) =>
      JSON.stringify([name, type, value, category ?? null, unit ?? null]),
    )
    .toSorted()

scenario(
  'a version has each property as the draft had it, whatever its type',
  { verifies: ['VER-02'], needs: ['control:publish-version', 'write'], explainedBy: ['PROP-30', 'VER-01', ...shapes] },
  async (context) => {
    const { api, given, session, verify } = context
    const item = await given.item()
    const named = valueField('numeric', await given.propertyBody('numeric', item))
    // Many digits: whoever publishes may round them.
    await given.property('numeric', { item, fields: { [named]: 1234.5678901 } })
    for (const type of propertyTypes.filter((one) => one !== 'numeric' && one !== 'formula'))
      await given.property(type, { item }).catch((error: unknown) => {
        if (!isObstacle(error)) throw error
      })
    const draft = given.accepted(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const { version } = await session.controls.publishVersion(item.product.id)
    const story = { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: new Set<string>() }
    const listed = given.accepted(await versionedList({ api, given, session }, { story, version }), 'VER-02')
    verify('VER-02', listed).equals({
      claim: 'a version holds the names, types, values and units that the draft had',
      expected: contentsOf(given.entriesOf(draft)),
      received: contentsOf(given.entriesOf(listed)),
    })
  },
)
