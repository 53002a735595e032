import { assume, blocked, type Exchange, type Sources } from '#suite'
import { saysNoEndpoint } from '../shared/no-endpoint.ts'
import { type JsonWriteName, requireAccepted } from '../shared/json-writes.ts'
import { laterItem } from '../shared/delete-item.ts'

/** What has a deletion of its own. */
export type Deletable = 'product' | 'item' | 'property'

/** Of an endpoint that is not there nothing is foreign: if an answer may say so, an own record must be updated. */
export async function requireUpdatesExist(answer: Exchange, write: JsonWriteName, sources: Sources): Promise<void> {
  if (saysNoEndpoint(answer)) await requireAccepted(write, sources, 'updates that foreign ones are compared with')
}

/** The same of deletions. lawful: an own record that may not be deleted either */
export async function requireDeletionsExist(answer: Exchange, kind: Deletable, sources: Sources): Promise<void> {
  if (!saysNoEndpoint(answer)) return
  const own = await sources.session.shared(`a deletion that one of a foreign ${kind} is held against`, () =>
    deleteOwn(kind, sources),
  )
  assume(
    !saysNoEndpoint(own),
    blocked(deletedBy[kind], `the target answered ${own.status} to the deletion of an own ${kind}`),
  )
}

const deletedBy = { product: 'PROD-52', item: 'ITEM-07', property: 'PROP-34' } as const

async function deleteOwn(kind: Deletable, sources: Sources): Promise<Exchange> {
  const { given } = sources
  if (kind === 'item') return given.remove(kind, (await laterItem(sources)).id)
  return given.remove(kind, (await (kind === 'property' ? given.property('text') : given.emptyProduct())).id)
}
