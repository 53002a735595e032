import {
  assume,
  each,
  everyValue,
  isRecord,
  scenario,
  type Exchange,
  type MadeProperty,
  documentedFields,
} from '#suite'
import { isObstacle, type Entry } from '../subjects/specimens.ts'
import { expressionField, valueField } from '../subjects/value-field.ts'
import { publishedStory, versionedList, type Sources } from '../subjects/published-story.ts'
import { valuesOf, valuesShown } from './values-shown.ts'

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
  entries.map((entry) => JSON.stringify(documentedFields('property', entry))).toSorted()

scenario(
  'later changes of the draft do not reach a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'], causedBy: ['VER-02', 'PROP-30', 'PROP-34'] },
  async (context) => {
    const { given, verify } = context
    const story = await publishedStory(context)
    const { model } = story
    assume(model !== undefined)
    await each(story.versions, async (version) => {
      const answer = await versionedList(context, { story, version })
      verify('VER-12', answer).equals({
        claim: 'a version holds what it held when it was published',
        expected: valuesOf(model.published.get(version)),
        // What was deleted before it is the concern of PROP-23.
        received: valuesShown(
          given.entriesOf(answer).filter(({ deleted }) => deleted !== true),
          everyValue(model),
        ),
        hint: 'values, deletions and new properties of the draft stay in the draft',
      })
    })
  },
)

scenario(
  'names, units, results and deletions of the draft do not reach a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'], causedBy: ['VER-02', 'PROP-30', 'PROP-34'] },
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
    const before = texts(given.entriesOf(given.requireSuccess(await read(), 'VER-02')))
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
    await each(updates, async (json) => {
      await api.send('updateProperty', { path, json })
      const after = await read()
      verify('VER-12', after).equals({
        claim: `a changed ${Object.keys(json).join()} does not reach the version`,
        expected: before,
        received: texts(given.entriesOf(after)),
      })
    })
    await api.send('deleteProperty', { path })
    const after = await read()
    verify('VER-12', after).equals({
      claim: 'a deletion does not reach the version',
      expected: before,
      received: texts(given.entriesOf(after)),
    })
  },
)
