import { requestById, requestOf, scenario } from '#suite'
import type { EndpointId, Exchange, ForeignKind, Given, Identity } from '#suite'
import { forbidden, foreignHint, secretsOf, bodyText } from './foreign-claims.ts'
import { foreignPlace, type ForeignPlace } from './foreign-place.ts'
import { queryText } from './query-text.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

const as = 'other-organization'

interface ForeignRead {
  readonly of: ForeignKind
  readonly id: 'AUTH-10' | 'AUTH-11' | 'AUTH-13' | 'AUTH-15' | 'AUTH-17' | 'AUTH-19'
  readonly endpoint: EndpointId
  readonly query?: Readonly<Record<string, string>>
}

const reads: readonly ForeignRead[] = [
  { of: 'workspace', id: 'AUTH-10', endpoint: 'getWorkspace' },
  { of: 'product', id: 'AUTH-11', endpoint: 'getProduct' },
  { of: 'item', id: 'AUTH-13', endpoint: 'getItem' },
  { of: 'property', id: 'AUTH-15', endpoint: 'getProperty' },
  { of: 'file', id: 'AUTH-17', endpoint: 'getFile' },
  { of: 'file', id: 'AUTH-19', endpoint: 'downloadFile' },
  { of: 'file', id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'docx' } },
  { of: 'file', id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'pdf' } },
]

for (const { of, id, endpoint, query = {} } of reads)
  scenario(
    `${requestOf(endpoint)}${queryText(query)} of another organization is forbidden, even after its owner read it`,
    { verifies: [id], needs: ['second-key|fixture:foreign-ids'] },
    async ({ api, given, verify }) => {
      const request = requestById(endpoint, await given.foreignId(of))
      const readAs = (key: Identity): Promise<Exchange> => api.raw({ ...request, as: key })
      // If the owner has just read it, an answer from a cache shows.
      await given.seenByOwner(of, readAs)
      const answer = await api.raw({ ...request, query })
      // lawful: what others deleted meanwhile is unknown to everybody: the owner still reads it afterwards.
      const control = (await given.seenByOwner(of, readAs)) ?? (await api.send('listWorkspaces'))
      verify(id, answer).isRefused({ ...forbidden, control, hint: foreignHint(answer) })
    },
  )

/** Ids of one foreign place; what was declared may be that of a third organization, of which the second key sees nothing. */
const idsInPlace: Readonly<Record<ForeignKind, (place: ForeignPlace) => Promise<string>>> = {
  workspace: async (place) => (await place.item()).product.workspaceId,
  product: async (place) => (await place.item()).product.id,
  item: async (place) => (await place.item()).id,
  property: async (place) => (await place.property('text')).id,
  file: async (place) => (await place.file('item')).id,
}

for (const { of, id, endpoint } of reads.filter(({ query }) => query === undefined))
  scenario(
    `${requestOf(endpoint)} of another organization by id in upper case is forbidden and reveals nothing`,
    { verifies: [id, 'AUTH-26'], needs: ['second-key', 'write'] },
    async (context) => {
      const { api, given, verify } = context
      const foreign = await idsInPlace[of](foreignPlace('foreign place', context))
      const ask = () => api.raw({ ...requestById(endpoint, foreign), as })
      const seen = given.requireSuccess(await given.eventually(ask, ({ status }) => status === 200), 'AUTH-01')
      const answer = await api.raw(requestById(endpoint, foreign.toUpperCase()))
      // lawful: a deployment may compare ids as texts, to which no such thing is known.
      verify(id, answer).isRefused({ ...forbidden, control: seen, mayDiffer: true, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([seen.json], answer), { in: bodyText(answer) })
    },
  )

for (const query of [{}, { type: 'text' }])
  scenario(
    `GET /properties/{property_id}${queryText(query)} of a deleted foreign property is still forbidden`,
    { verifies: ['AUTH-15'], needs: ['second-key', 'write'] },
    async ({ given, session, verify }) => {
      const id = await session.shared('deleted foreign property', () => deletedForeignProperty(given))
      const answer = await given.read('property', id, { query })
      // lawful: what is deleted may be unknown to everybody.
      const hint = 'broken access control: the lookup of deleted records does not seem to compare the organization'
      verify('AUTH-15', answer).hasStatus([403, 404], { hint })
    },
  )

async function deletedForeignProperty(given: Given): Promise<string> {
  const { id } = await given.property('text', { item: await given.foreignItem(), as })
  given.requireSuccess(await given.remove('property', id, { as }), 'PROP-34')
  return id
}
