import { setTimeout as wait } from 'node:timers/promises'
import { everyValue, isRecord, propertyTypes, scenario, type Exchange, type MadeItem, type VersionModel } from '#suite'
import { linkOf } from '../subjects/usages.ts'
import { isObstacle, sortedIds, type Entry } from '../subjects/specimens.ts'
import { valueField } from '../subjects/value-field.ts'
import { needs, publishedStory, versionedList, type Sources } from '../subjects/published-story.ts'
import { valuesOf, valuesShown } from './values-shown.ts'

scenario(
  'without a version the draft is shown',
  { verifies: ['VER-01'], needs, causedBy: ['PROP-26', 'PROP-30', 'PROP-31', 'PROP-34', 'PROP-23'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const answer = await given.listProperties(story.draftItemId, { query: { limit: 100 } })
    const entries = given.entriesOf(given.requireSuccess(answer, 'PROP-19'))
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
  { verifies: ['VER-02'], needs, causedBy: ['PROP-26', 'PROP-34'] },
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
      const gone = valuesGoneBefore(story.model, version)
      verify('VER-02', answer).that({
        claim: 'a version shows nothing that was deleted before it was published',
        holds: !entries.some(({ value, deleted }) => deleted !== true && gone.has(String(value))),
        expected: 'the properties of the version',
        received: 'a property that was deleted before',
        hint: `as of version ${version}`,
      })
    }
  },
)

/** The values that an earlier version has of what neither this one nor the draft has any more. */
function valuesGoneBefore({ draft, published }: VersionModel, version: number): ReadonlySet<string> {
  const here = published.get(version) ?? new Map<string, string>()
  const earlier = [...published].filter(([number]) => number < version).flatMap(([, content]) => [...content])
  return new Set(earlier.filter(([label]) => !here.has(label) && !draft.has(label)).map(([, value]) => value))
}
const isLiving = ({ deleted }: Entry): boolean => deleted !== true

scenario(
  'a version with its deleted properties shows its own values',
  { verifies: ['VER-02', 'PROP-23'], needs, causedBy: ['PROP-24', 'PROP-25'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    for (const version of story.versions) {
      const usual = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
      const whole = sortedIds(given.entriesOf(usual).filter(isLiving))
      verify('PROP-23', usual).that({
        claim: 'a version leaves out what was deleted before it',
        holds: given.entriesOf(usual).every(isLiving),
        expected: 'no entry that is marked as deleted',
        received: `${given.entriesOf(usual).length - whole.length} entries`,
        hint: `as of version ${version}`,
      })
      const answer = given.requireSuccess(
        await versionedList(context, { story, version, query: { includeDeleted: true } }),
        'PROP-24',
      )
      // Whether a version keeps what was deleted before it is open.
      const living = given.entriesOf(answer).filter(isLiving)
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
    .map(({ name, type, value, category, display_unit: unit, references }) =>
      JSON.stringify([name, type, value, category ?? null, unit ?? null, pagesOf(references)]),
    )
    .toSorted()

/** The pages referred to: a version may have file links of its own. */
const pagesOf = (references: unknown): readonly string[] =>
  (Array.isArray(references) ? references : [])
    .map((one: unknown) => String(isRecord(one) ? one['page'] : one))
    .toSorted()

scenario(
  'a version has the properties of every item of its product',
  { verifies: ['VER-02'], needs: ['control:publish-version', 'write'], causedBy: ['PROP-30', 'VER-01', ...shapes] },
  async (context) => {
    const { given, session, verify } = context
    const one = await given.property('text')
    const { product } = one.item
    const [before, after] = [await given.item({ product }), await given.item({ product })]
    const items = [one.item, before, after]
    for (const item of [before, after]) await given.property('text', { item })
    const { version } = await session.controls.publishVersion(product.id)
    const ask = (id: string): Promise<Exchange> => given.listProperties(id, { query: { limit: 100, version } })
    const answers = await Promise.all(items.map(async ({ id }) => ask(id)))
    const taken = answers.findIndex((answer) => given.entriesOf(answer).length > 0)
    // Which id of an item leads to a version is open: here it is the draft's for all of them, or for none.
    if (taken === -1)
      return given.untestable({ reason: 'capability-absent', cause: 'lists of a version by the item of the draft' })
    for (const [index, answer] of answers.entries())
      verify('VER-02', answer).that({
        claim: 'a version holds the property of each item',
        holds: given.entriesOf(answer).length === given.entriesOf(answers[taken] ?? answer).length,
        expected: `as many entries as item ${taken + 1} has`,
        received: `${answer.status} with ${given.entriesOf(answer).length} entries for item ${index + 1}`,
      })
  },
)

/** A property with two source documents, where the target takes them at creation. */
async function referringProperty({ given }: Sources, item: MadeItem): Promise<void> {
  try {
    const { json } = (await given.file(item.id)).exchange
    const usages: unknown = isRecord(json) ? json['used_in'] : undefined
    const [usage]: readonly unknown[] = Array.isArray(usages) ? usages : []
    const link = isRecord(usage) ? usage['file_link_id'] : undefined
    if (typeof link !== 'string') return
    const references = [3, 4].map((page) => ({ file_link_id: link, page }))
    await given.property('text', { item, fields: { references } })
  } catch (error) {
    if (!isObstacle(error)) throw error
  }
}

scenario(
  'a version has each property as the draft had it, whatever its type',
  {
    verifies: ['VER-02'],
    covers: ['PROP-12', 'PROP-13'],
    needs: ['control:publish-version', 'write'],
    causedBy: ['PROP-26', 'PROP-30', 'VER-01', ...shapes],
  },
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
    await referringProperty(context, item)
    const draft = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const { version } = await session.controls.publishVersion(item.product.id)
    const story = { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: new Set<string>() }
    const listed = given.requireSuccess(await versionedList({ api, given, session }, { story, version }), 'VER-02')
    verify('VER-02', listed).equals({
      claim: 'a version holds the names, types, values, units and references that the draft had',
      expected: contentsOf(given.entriesOf(draft)),
      received: contentsOf(given.entriesOf(listed)),
    })
  },
)

/** The pages referred to; the id of a link may be another in each version. */
const pagesReferredTo = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap(({ references }) =>
    Array.isArray(references) ? references.map((one: Entry) => String(one['page'])) : [],
  )

scenario(
  'a version has the references that its properties had',
  { verifies: ['VER-02'], needs: ['control:publish-version', 'write'], causedBy: ['PROP-29', 'PROP-26'] },
  async (context) => {
    const { given, session, verify } = context
    const item = await given.item()
    const link = linkOf((await given.file(item.id)).exchange.json)
    const references = [3, 8].map((page) => ({ file_link_id: link ?? '', page }))
    await given.property('text', { item, fields: { references } })
    const draft = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const pages = pagesReferredTo(given.entriesOf(draft))
    if (pages.length === 0)
      return given.untestable({ reason: 'capability-absent', cause: 'the target takes no references at creation' })
    const { version } = await session.controls.publishVersion(item.product.id)
    const story = { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: new Set<string>() }
    const listed = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
    verify('VER-02', listed).equals({
      claim: 'a version refers to the pages that the draft referred to',
      expected: pages.toSorted(),
      received: pagesReferredTo(given.entriesOf(listed)).toSorted(),
    })
  },
)

scenario(
  'a version has the result that a formula had',
  { verifies: ['VER-02'], needs: ['control:publish-version', 'write'], causedBy: ['PROP-14', 'PROP-30'] },
  async (context) => {
    const { given, session, verify } = context
    const formula = await given.property('formula')
    const { item } = formula
    const resultIn = (answer: Exchange): unknown =>
      given.entriesOf(answer).find(({ name, type }) => type === 'formula' && name === nameOf(formula.exchange))?.[
        'value'
      ]
    const list = async () =>
      given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    // A result may come a little later than its formula.
    let due = resultIn(await list())
    for (let tried = 0; tried < 10 && (due === undefined || due === null); tried += 1) {
      await wait(200)
      due = resultIn(await list())
    }
    if (due === undefined || due === null)
      return given.untestable({ reason: 'capability-absent', cause: 'a formula of the draft that shows a result' })
    const { version } = await session.controls.publishVersion(item.product.id)
    const story = { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: new Set<string>() }
    const listed = given.requireSuccess(await versionedList(context, { story, version }), 'VER-02')
    const [before, shown] = [numberOf(due), resultIn(listed)]
    verify('VER-02', listed).that({
      claim: 'a published formula shows the number that it had in the draft',
      // A result may be written in a way that nobody understands here: then there is one at least.
      holds: Number.isNaN(before) ? shown !== undefined && shown !== null : numberOf(shown) === before,
      expected: Number.isNaN(before) ? 'a result' : `${before}`,
      received: JSON.stringify(shown) ?? 'nothing',
    })
  },
)

const nameOf = ({ json }: Exchange): unknown => (isRecord(json) ? json['name'] : undefined)

const numberOf = (value: unknown): number => Number.parseFloat(String(value))
