import type { CheckContext, Exchange, RecordKind } from '#suite'
import { isOfNoEndpoint } from '../subjects/no-endpoint.ts'
import { jsonWrite, type JsonWriteName } from '../subjects/json-writes.ts'
import { deleteEmpty, laterItem } from '../subjects/delete-item.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Of an endpoint that is not there nothing is foreign: where an answer may say so, an own record has to be updated. */
export async function requireUpdates(answer: Exchange, write: JsonWriteName, sources: Sources): Promise<void> {
  if (isOfNoEndpoint(answer)) await jsonWrite(write, sources, 'updates that a foreign one is held against')
}

/** The same of deletions. */
export async function requireDeletions(answer: Exchange, kind: RecordKind, sources: Sources): Promise<void> {
  if (!isOfNoEndpoint(answer)) return
  await sources.session.shared(`a deleted ${kind} that a foreign one is held against`, () => deleteOwn(kind, sources))
}

async function deleteOwn(kind: RecordKind, sources: Sources): Promise<Exchange> {
  const { given } = sources
  if (kind === 'item') return given.requireSuccess(await deleteEmpty(sources, (await laterItem(sources)).id), 'ITEM-07')
  if (kind === 'property')
    return given.requireSuccess(await given.remove(kind, (await given.property('text')).id), 'PROP-34')
  return given.requireSuccess(await given.remove('product', (await given.product()).id), 'PROD-52')
}
