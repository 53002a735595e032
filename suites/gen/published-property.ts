import { assume, blocked, entriesOf, sameId, type CheckContext, type Exchange } from '#suite'

interface PublishedProperty {
  /** Of the property by id, in the draft and in the version. */
  readonly reads: Readonly<Record<'draft' | 'version', () => Promise<Exchange>>>
  /** Of its item, in both. */
  readonly lists: ReadonlyArray<() => Promise<Exchange>>
}

/** A property that was published once, and the ways to read it; made once a session. */
export function publishedProperty({ given, session }: Pick<CheckContext, 'given' | 'session'>) {
  return session.shared('published property that is read twice', async (): Promise<PublishedProperty> => {
    const { id: draft, item } = await given.property('text')
    const query = await given.publish(item)
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { ...query } }), 'VER-02')
    const published = entriesOf(listed).find((entry) => sameId(entry['draft_property_id'], draft))?.['id']
    assume(typeof published === 'string', blocked('VER-09', 'a property of a version that tells its draft'))
    return {
      reads: {
        draft: () => given.read('property', draft),
        version: () => given.read('property', published, { query: { ...query } }),
      },
      lists: [() => given.listProperties(item.id), () => given.listProperties(item.id, { query: { ...query } })],
    }
  })
}
