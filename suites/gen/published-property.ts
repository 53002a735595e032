import { assume, blocked, sameId, type Exchange, type Sources } from '#suite'
import { draftIdsOf } from '../shared/version-history.ts'
import { versionedList } from '../shared/versioned-list.ts'

interface PublishedProperty {
  /** Of the property by id, in the draft and in the version. */
  readonly reads: Readonly<Record<'draft' | 'version', () => Promise<Exchange>>>
  /** Of its item, in both. */
  readonly lists: ReadonlyArray<() => Promise<Exchange>>
}

/** A property that was published once, and the ways to read it; made once per session. */
export function publishedProperty(sources: Sources): Promise<PublishedProperty> {
  const { given, session } = sources
  return session.shared('published property that is read twice', async () => {
    const { id: draft, item } = await given.property('text')
    const { version } = await given.publish(item)
    const history = {
      productId: item.product.id,
      draftItemId: item.id,
      versions: [version],
      draftIds: draftIdsOf([draft]),
    }
    const list = (): Promise<Exchange> => versionedList(sources, { history, version })
    const published = given
      .entriesOf(given.requireSuccess(await list(), 'VER-02'))
      .find((entry) => sameId(entry['draft_property_id'], draft))?.['id']
    assume(typeof published === 'string', blocked('VER-09', 'no property of the version showed the id of its draft'))
    return {
      reads: {
        draft: () => given.read('property', draft),
        version: () => given.read('property', published, { query: { version } }),
      },
      lists: [() => given.listProperties(item.id), list],
    }
  })
}
