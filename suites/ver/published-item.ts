import { fieldOf, propertyTypes } from '#suite'
import type { Exchange, Fields, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { namesIn } from '../shared/namesakes.ts'
import { draftIdsOf } from '../shared/version-history.ts'
import { versionedList } from '../shared/versioned-list.ts'
import { ifPossible } from '../shared/obstacle.ts'
import { linkOf } from '../shared/usages.ts'
import { valueField } from '../shared/value-field.ts'

/** The list of an item when its product was published, and the list of the version. */
export interface PublishedItem {
  readonly draft: Exchange
  readonly listed: Exchange
  /** One whose numeric value has many digits, one that refers to two pages, and one whose result is computed, if the target makes such. */
  readonly made: Readonly<Record<'precise' | 'referring' | 'formula', MadeProperty | undefined>>
}

/** Pages that a property refers to. */
export const referredPages = [3, 8] as const

/** An item with a property of each type, with as much in them as the target takes; published once per session. */
export function publishedItem(sources: Sources): Promise<PublishedItem> {
  return sources.session.shared('item that is published as it is', async () => {
    const { given } = sources
    const item = await given.item()
    // Many digits: whoever publishes may round them.
    const precise = await given.property('numeric', {
      item,
      fields: await valued(sources, item, 'numeric', 1234.5678901),
    })
    for (const [type, value] of emptyValues) {
      const fields = await valued(sources, item, type, value)
      await ifPossible(given.property(type, { item, fields }))
    }
    await ifPossible(given.property('text', { item, fields: namesIn(precise.body) }))
    for (const type of propertyTypes.filter((one) => one !== 'numeric' && one !== 'formula'))
      await ifPossible(given.property(type, { item }))
    const made = {
      precise,
      referring: await ifPossible(referringProperty(sources, item)),
      formula: await ifPossible(given.property('formula', { item })),
    }
    const draft = await computedList(sources, item, made.formula)
    const { version } = await given.publish(item)
    const history = { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: draftIdsOf([]) }
    const listed = given.requireSuccess(await versionedList(sources, { history, version }), 'VER-02')
    return { draft, listed, made }
  })
}

/** Values that pass for none if only something that counts as true is kept. */
const emptyValues = [
  ['numeric', 0],
  ['text', ''],
  ['text', '0'],
] as const

/** The field of a creation that takes the value of a type, with this one. */
async function valued({ given }: Sources, item: MadeItem, type: PropertyType, value: string | number): Promise<Fields> {
  return { [valueField(type, await given.propertyBody(type, item))]: value }
}

async function referringProperty({ given }: Sources, item: MadeItem): Promise<MadeProperty> {
  const link = linkOf((await given.file(item.id)).exchange.json) ?? ''
  const references = referredPages.map((page) => ({ file_link_id: link, page }))
  return given.property('text', { item, fields: { references } })
}

/** The list of the draft. lawful: a result that comes a little later than its formula */
function computedList({ given }: Sources, item: MadeItem, formula: MadeProperty | undefined): Promise<Exchange> {
  return given.eventually(
    async () => given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19'),
    (listed) => {
      if (formula === undefined) return true
      const entry = given.entriesOf(listed).find(({ name }) => name === fieldOf(formula.exchange, 'name'))
      return (entry?.['value'] ?? null) !== null
    },
  )
}
