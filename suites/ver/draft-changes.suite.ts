import { assume, each, entriesOf, everyValue, inTurn, isRecord, scenario, documentedFields } from '#suite'
import type { Exchange, MadeProperty, Row, Sources } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'
import { linkOf } from '../shared/usages.ts'
import { expressionField, measureFields, valueField } from '../shared/value-field.ts'
import { draftIdsOf, versionHistory } from '../shared/version-history.ts'
import { firstVersionedList, versionedList } from '../shared/versioned-list.ts'
import { valuesOf, valuesShown } from './values-shown.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. `versionedList` sends
// GET /properties?item_id&version.

/** A formula over the property, in the same item. */
async function formulaOver({ given }: Sources, { id, item }: MadeProperty): Promise<void> {
  const field = expressionField(await given.propertyBody('formula', item))
  await given.property('formula', { item, fields: { [field]: `@{${id}} * 3` } })
}

/** An update that gives a source document; none if the target takes no file. */
async function referencesTo({ given }: Sources, { id }: MadeProperty['item']): Promise<readonly object[]> {
  const file_link_id = linkOf((await given.sendUpload(id)).json)
  return file_link_id === undefined ? [] : [{ references: [{ file_link_id, page: 1 }] }]
}

/** The documented fields of each entry; those named are compared without their values. */
function rowsOf(list: Exchange, withoutValue: ReadonlySet<unknown>): readonly Row[] {
  return entriesOf(list).map((entry) => {
    const { value, ...others } = documentedFields('property', entry)
    return withoutValue.has(others['id']) ? others : { value, ...others }
  })
}

/** The entries without a value. lawful: a result that is computed a little after the version was published */
function idsWithoutValue(list: Exchange): ReadonlySet<unknown> {
  const entries = entriesOf(list).filter(isRecord)
  return new Set(entries.filter(({ value }) => value === null || value === undefined).map(({ id }) => id))
}

scenario(
  'later changes of the draft do not change a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { given, verify } = context
    const history = await versionHistory(context)
    const { model } = history
    assume(model !== undefined)
    await each(history.versions, async (version) => {
      const answer = await versionedList(context, { history, version })
      verify('VER-12', answer).hasRows({
        expected: valuesOf(model.published.get(version)),
        // What was deleted before it is the concern of PROP-23.
        received: valuesShown(
          given.entriesOf(answer).filter(({ deleted }) => deleted !== true),
          everyValue(model),
        ),
        hint: 'shared records: a version seems to refer to records of the draft instead of copying them',
      })
    })
  },
)

interface Published {
  readonly property: MadeProperty
  /** The list of the version, once it was whole. */
  readonly before: Exchange
  readonly read: () => Promise<Exchange>
}

/** POST /properties of a number and of a formula over it, publication, and GET of the list of the version. */
async function publishedNumber(context: Sources): Promise<Published> {
  const { given } = context
  const property = await given.property('numeric')
  const { id: draftItemId, product } = property.item
  await ifPossible(formulaOver(context, property))
  const { version } = await given.publish(property.item)
  const draftIds = draftIdsOf([property.id])
  const history = { productId: product.id, draftItemId, versions: [version], draftIds }
  const before = given.requireSuccess(await firstVersionedList(context, { history, version }), 'VER-02')
  return { property, before, read: () => versionedList(context, { history, version }) }
}

interface DraftChange {
  readonly what: string
  readonly send: () => Promise<unknown>
}

/** PATCH of each field of a property, and then DELETE of it. */
async function changesOf({ id, item, body }: MadeProperty, context: Sources): Promise<readonly DraftChange[]> {
  const { api, given } = context
  const path = { property_id: id }
  const updates = [
    { description: 'changed' },
    { name: given.name() },
    measureFields('unit', 'cm', body),
    measureFields('category', 'Mass', body),
    { [valueField('numeric', body)]: 99.5 },
    ...(await referencesTo(context, item)),
  ]
  return [
    {
      what: `updates of ${updates.flatMap((json) => Object.keys(json)).join(', ')}`,
      send: () => inTurn(updates, (json) => api.send('updateProperty', { path, json })),
    },
    { what: 'a deletion', send: () => api.send('deleteProperty', { path }) },
  ]
}

scenario(
  'changed names, units and results and deletions in the draft do not change a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { verify } = context
    const { property, before, read } = await publishedNumber(context)
    const awaited = idsWithoutValue(before)
    const expected = rowsOf(before, awaited)
    await each(await changesOf(property, context), async ({ what, send }) => {
      await send()
      const after = await read()
      const of = `the list of the version after ${what}`
      verify('VER-12', after).hasRows({ of, expected, received: rowsOf(after, awaited), beside: [before] })
    })
  },
)
