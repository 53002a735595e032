import { requestById, scenario, succeeded, requestOf } from '#suite'
import type { EndpointId, MadeItem, MadeProduct, Sources } from '#suite'

interface Read {
  readonly endpoint: EndpointId
  readonly idOf: (sources: Sources) => Promise<string>
}

/** What is asked by id, of something in another workspace than most of the run is made in. */
const reads: readonly Read[] = [
  { endpoint: 'getProduct', idOf: async (sources) => (await productElsewhere(sources)).id },
  { endpoint: 'getItem', idOf: async (sources) => (await itemElsewhere(sources)).id },
  {
    endpoint: 'getProperty',
    idOf: async (sources) => (await sources.given.property('text', { item: await itemElsewhere(sources) })).id,
  },
  { endpoint: 'getFile', idOf: fileElsewhere },
  { endpoint: 'downloadFile', idOf: fileElsewhere },
]

for (const { endpoint, idOf } of reads)
  scenario(
    `${requestOf(endpoint)} reaches a record of a second workspace`,
    { verifies: ['AUTH-08'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const id = await idOf(context)
      const answer = await given.eventually(() => api.raw(requestById(endpoint, id)), succeeded)
      const hint = 'key scope: the key seems to be bound to the first workspace that it was used in'
      verify('AUTH-08', answer).hasStatus({ except: [401, 403, 404] }, { hint })
    },
  )

function productElsewhere({ given, session }: Sources): Promise<MadeProduct> {
  return session.shared('product of the second workspace', async () => {
    const [, there] = await given.twoWorkspaces()
    return given.product({ workspace_id: there })
  })
}

function itemElsewhere(sources: Sources): Promise<MadeItem> {
  return sources.session.shared('item of the second workspace', async () =>
    sources.given.item({ product: await productElsewhere(sources) }),
  )
}

function fileElsewhere(sources: Sources): Promise<string> {
  return sources.session.shared('file of the second workspace', async () => {
    const { id } = await itemElsewhere(sources)
    return (await sources.given.file(id)).id
  })
}
