import type { Exchange } from '../../lib/client/exchange.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { propertyTypes } from '../../lib/contract/patterns.ts'
import { everyValue, type Content } from '../../lib/model/versions.ts'
import type { MadeProperty } from '../../lib/run/given/items.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { comparable } from '../prop/comparable.ts'
import { isObstacle, kindOf, shownType, sortedIds, type Entry } from '../prop/specimens.ts'
import { expressionField, valueField } from '../prop/value-field.ts'
import { needs, publishedStory, versionedList, type PublishedStory, type Sources } from './published-story.ts'

/** The values that a list shows, of those that this run has ever given. */
function valuesShown(entries: readonly Entry[], universe: ReadonlySet<string>): readonly string[] {
  return entries
    .map(({ value }) => String(value))
    .filter((value) => universe.has(value))
    .toSorted()
}

const valuesOf = (content: Content | undefined): readonly string[] =>
  [...(content ?? new Map<string, string>()).values()].toSorted()

/** A formula over the property, in the same item; a target that takes none does without. */
async function formulaOver({ given }: Sources, { id, item }: MadeProperty): Promise<void> {
  try {
    const field = expressionField(await given.propertyBody('formula', item))
    await given.property('formula', { item, fields: { [field]: `@{${id}} * 3` } })
  } catch (error) {
    if (!isObstacle(error)) throw error
  }
}

/** An update that gives a source document; none where the target takes no file. */
async function referencesTo({ given }: Sources, { id }: MadeProperty['item']): Promise<readonly object[]> {
  const { json } = await given.sendUpload(id)
  const usages: unknown = isRecord(json) ? json['used_in'] : undefined
  const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
  const link = isRecord(usage) ? usage['file_link_id'] : undefined
  return typeof link === 'string' ? [{ references: [{ file_link_id: link, page: 1 }] }] : []
}

/** Entries as texts, to be compared as lists. */
const texts = (entries: readonly Entry[]): readonly string[] =>
  entries.map((entry) => comparable(entry, entry).one).toSorted()

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

scenario(
  'later changes of the draft do not reach a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'], explainedBy: ['VER-02', 'PROP-30', 'PROP-34'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const { model } = story
    if (!model) return
    for (const version of story.versions) {
      const answer = await versionedList(context, { story, version })
      verify('VER-12', answer).equals({
        claim: 'a version holds what it held when it was published',
        expected: valuesOf(model.published.get(version)),
        received: valuesShown(given.entriesOf(answer), everyValue(model)),
        hint: 'values, deletions and new properties of the draft stay in the draft',
      })
    }
  },
)

scenario(
  'names, units, results and deletions of the draft do not reach a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'], explainedBy: ['VER-02', 'PROP-30', 'PROP-34'] },
  async (context) => {
    const { api, given, session, verify } = context
    const property = await given.property('numeric')
    const { item } = property
    await formulaOver(context, property)
    const { version } = await session.controls.publishVersion(item.product.id)
    const story = {
      productId: item.product.id,
      draftItemId: item.id,
      versions: [version],
      draftIds: new Set([property.id.toLowerCase()]),
    }
    const read = async (): Promise<Exchange> => versionedList(context, { story, version })
    const before = texts(given.entriesOf(given.accepted(await read(), 'VER-02')))
    const path = { property_id: property.id }
    const field = valueField('numeric', property.body)
    const updates = [
      { description: 'changed' },
      { name: given.name() },
      { display_unit: 'cm' },
      { category: 'Mass' },
      { [field]: 99.5 },
      ...(await referencesTo(context, item)),
    ]
    for (const json of updates) {
      await api.send('updateProperty', { path, json })
      const after = await read()
      verify('VER-12', after).equals({
        claim: `a changed ${Object.keys(json).join()} does not reach the version`,
        expected: before,
        received: texts(given.entriesOf(after)),
      })
    }
    await api.send('deleteProperty', { path })
    const after = await read()
    verify('VER-12', after).equals({
      claim: 'a deletion does not reach the version',
      expected: before,
      received: texts(given.entriesOf(after)),
    })
  },
)

/** Far away, and the very next one where this run alone publishes: either may be taken for the latest. */
function unknownVersions({ versions, model }: PublishedStory): readonly number[] {
  const latest = Math.max(...versions)
  return [...(model ? [latest + 1] : []), latest + 1000, -1]
}

scenario(
  'the list of a version that does not exist gives nothing',
  { verifies: ['VER-06', 'VER-16'], needs },
  async (context) => {
    const { given, observe, verify } = context
    const story = await publishedStory(context)
    const version = story.versions.at(-1) ?? 1
    const twin = given.accepted(await versionedList(context, { story, version }), 'VER-02')
    const [entry] = given.entriesOf(twin)
    const itemIds = new Set([story.draftItemId, entry?.['item_id']].filter((id) => typeof id === 'string'))
    const asked = [...itemIds].flatMap((itemId) => unknownVersions(story).map((unknown) => ({ itemId, unknown })))
    for (const { itemId, unknown } of asked) {
      const answer = await given.listProperties(itemId, { query: { version: unknown } })
      observe('VER-16', 'list of a version that does not exist', answer.status)
      verify('VER-06', answer).that({
        claim: 'the list of a version that does not exist is refused or empty',
        holds:
          (answer.status >= 400 && answer.status < 500) ||
          (answer.status === 200 && given.entriesOf(answer).length === 0),
        expected: 'a refusal, or no entries',
        received: `${answer.status} with ${given.entriesOf(answer).length} entries`,
      })
    }
  },
)

scenario(
  'a property as of a version that does not exist is refused',
  { verifies: ['VER-06', 'VER-16'], needs, explainedBy: ['VER-13'] },
  async (context) => {
    const { api, given, observe, verify } = context
    const story = await publishedStory(context)
    const twin = given.accepted(await versionedList(context, { story, version: story.versions.at(-1) ?? 1 }), 'VER-02')
    const published = given.entriesOf(twin)[0]?.['id']
    const ids = [[...story.draftIds][0], published].filter((id) => typeof id === 'string')
    const asked = ids.flatMap((property_id) => unknownVersions(story).map((unknown) => ({ property_id, unknown })))
    for (const { property_id, unknown } of asked) {
      const answer = await api.send('getProperty', { path: { property_id }, query: { version: unknown } })
      observe('VER-16', 'a property as of a version that does not exist', answer.status)
      verify('VER-06', answer).isRefused({ twin })
    }
  },
)

/** Entries of a versioned list that are read by id: all that the run's own story has. */
const entriesRead = 12

scenario(
  'a property by id as of a version is what the list of the version shows',
  { verifies: ['VER-13', 'VER-16'], needs },
  async (context) => {
    const { api, given, observe, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const listed = given.accepted(await versionedList(context, { story, version }), 'VER-02')
      for (const entry of given.entriesOf(listed).slice(0, entriesRead)) {
        const ids = [entry['id'], entry['draft_property_id']].filter((id) => typeof id === 'string')
        let found = 0
        for (const property_id of ids) {
          const answer = await api.send('getProperty', { path: { property_id }, query: { version } })
          const name = property_id === entry['id'] ? "a version's own id" : "the draft's id"
          observe('VER-16', `${name} by id with a version`, answer.status)
          // Which of the two ids is taken is open.
          if (answer.status >= 400) continue
          found += 1
          const { one, other } = comparable(entry, isRecord(answer.json) ? answer.json : {})
          verify('VER-13', answer).that({
            claim: 'what the record and the entry both show is the same',
            holds: one === other,
            expected: one,
            received: other,
          })
          const type = shownType(entry)
          // A matrix that is shown as a number has two names, of which either may be the right hint.
          if (type !== kindOf(entry)) continue
          const hinted = await api.send('getProperty', { path: { property_id }, query: { version, type } })
          verify('VER-13', hinted).hasStatus(200, 'the hint may be looked for in the draft')
        }
        verify('VER-13', listed).that({
          claim: 'a listed property is found by one of its ids',
          holds: found > 0,
          expected: 'the property',
          received: 'neither of its ids is found with the version',
        })
      }
    }
  },
)

const contentsOf = (entries: readonly Entry[]): readonly string[] =>
  entries
    .map(({ name, type, value, category, display_unit: unit }) =>
      JSON.stringify([name, type, value, category ?? null, unit ?? null]),
    )
    .toSorted()

scenario(
  'a version has each property as the draft had it, whatever its type',
  { verifies: ['VER-02'], needs: ['control:publish-version', 'write'], explainedBy: ['PROP-30', 'VER-01'] },
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

/** As many entries as a versioned list is asked for. */
const longestPage = 100

/** Ids of the entries whose type is plain: a matrix may be typed numeric, and under which filter it stands then is open. */
function plainIds(entries: readonly Entry[]): readonly string[] {
  return sortedIds(entries.filter((entry) => shownType(entry) === kindOf(entry)))
}

scenario(
  'a version combines with the type filter',
  { verifies: ['VER-14', 'PROP-21'], needs, explainedBy: ['PROP-20'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const whole = given.entriesOf(given.accepted(await versionedList(context, { story, version }), 'VER-02'))
      // Of a list that is longer than its page the rest is unknown.
      if (whole.length >= longestPage) continue
      for (const type of new Set(whole.map((entry) => shownType(entry)))) {
        const answer = await versionedList(context, { story, version, query: { type } })
        verify('VER-14', answer).equals({
          claim: 'the filtered list of a version holds its properties of that type',
          expected: plainIds(whole.filter((entry) => shownType(entry) === type)),
          received: plainIds(given.entriesOf(answer)),
        })
        const capitals = await versionedList(context, { story, version, query: { type: type.toUpperCase() } })
        verify('PROP-21', capitals).equals({
          claim: 'the letter case of the type does not matter to the list of a version',
          expected: plainIds(given.entriesOf(answer)),
          received: plainIds(given.entriesOf(capitals)),
        })
      }
    }
  },
)

scenario(
  'the baseline combines with the type filter',
  { verifies: ['VER-14'], needs, explainedBy: ['PROP-20', 'VER-03', 'VER-04'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const whole = await versionedList(context, { story, version: 'baseline' })
    // No baseline may have been chosen, and another check may choose one just now: what is there all the time is compared.
    const entries = given.entriesOf(whole)
    if (entries.length === 0)
      return given.lacks({ reason: 'capability-absent', enable: 'the list as of the baseline shows nothing' })
    for (const type of new Set(entries.map((entry) => shownType(entry)))) {
      const answer = await versionedList(context, { story, version: 'baseline', query: { type } })
      const strangers = given.entriesOf(answer).filter((entry) => shownType(entry) !== type && kindOf(entry) !== type)
      verify('VER-14', answer).that({
        claim: 'the filtered list of the baseline holds nothing of another type',
        holds: strangers.length === 0,
        expected: `${type} only`,
        received: [...new Set(strangers.map((entry) => shownType(entry)))].join(', '),
      })
    }
  },
)

scenario(
  'a version combines with paging',
  {
    verifies: ['VER-14'],
    needs,
    explainedBy: ['PAGE-04', 'PAGE-05', 'PAGE-06', 'PAGE-11', 'PAGE-14', 'PAGE-15', 'PAGE-16', 'PAGE-17'],
  },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const version = story.versions.at(-1) ?? 1
    const whole = sortedIds(given.entriesOf(given.accepted(await versionedList(context, { story, version }), 'VER-02')))
    const limit = Math.max(1, Math.ceil(whole.length / 3))
    const walked: string[] = []
    for (let offset = 0; offset < whole.length; offset += limit) {
      const page = await versionedList(context, { story, version, query: { limit, offset } })
      walked.push(...sortedIds(given.entriesOf(page)))
      verify('VER-14', page).that({
        claim: 'a page of a version holds as many entries as were asked for',
        holds: given.entriesOf(page).length === Math.min(limit, whole.length - offset),
        expected: `${Math.min(limit, whole.length - offset)} entries`,
        received: `${given.entriesOf(page).length} entries`,
      })
    }
    verify('VER-14').equals({
      claim: 'the pages of a version hold each of its entries once',
      expected: whole,
      received: walked.toSorted(),
    })
  },
)
