import { requestById, scenario, type EndpointId, type Exchange, type ForeignKind, type Identity } from '#suite'

const forbidden = { status: 403, code: 'forbidden' } as const
const as = 'other-organization'

interface ForeignRead {
  readonly of: ForeignKind
  readonly what: string
  readonly id: 'AUTH-10' | 'AUTH-11' | 'AUTH-13' | 'AUTH-15' | 'AUTH-17' | 'AUTH-19'
  readonly endpoint: EndpointId
  readonly query?: Readonly<Record<string, string>>
}

const reads: readonly ForeignRead[] = [
  { of: 'workspace', what: 'a workspace', id: 'AUTH-10', endpoint: 'getWorkspace' },
  { of: 'product', what: 'a product', id: 'AUTH-11', endpoint: 'getProduct' },
  { of: 'item', what: 'an item', id: 'AUTH-13', endpoint: 'getItem' },
  { of: 'property', what: 'a property without a hint', id: 'AUTH-15', endpoint: 'getProperty' },
  { of: 'file', what: "a file's record", id: 'AUTH-17', endpoint: 'getFile' },
  { of: 'file', what: "a file's content", id: 'AUTH-19', endpoint: 'downloadFile' },
  { of: 'file', what: "a file's content as docx", id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'docx' } },
  { of: 'file', what: "a file's content as pdf", id: 'AUTH-19', endpoint: 'downloadFile', query: { format: 'pdf' } },
]

for (const { of, what, id, endpoint, query = {} } of reads)
  scenario(
    `reading ${what} of another organization is forbidden, also right after its own has read it`,
    { verifies: [id], needs: ['second-key|fixture:foreign-ids'] },
    async ({ api, given, verify }) => {
      const request = requestById(endpoint, await given.foreignId(of))
      const seen = (key: Identity): Promise<Exchange> => api.raw({ ...request, as: key })
      await given.seenByOwner(of, seen)
      const answer = await api.raw({ ...request, query })
      // lawful: what others deleted meanwhile is unknown to everybody.
      const control = (await given.seenByOwner(of, seen)) ?? (await api.send('listWorkspaces'))
      verify(id, answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
    },
  )

scenario(
  'reading a property of another organization with its type is forbidden',
  // A hint that is not understood is refused before anybody asks whose property it is.
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-28'] },
  async ({ given, verify }) => {
    const { id } = await given.foreignProperty()
    for (const type of ['text', 'TEXT']) {
      const control = await given.read('property', id, { query: { type }, as })
      const answer = await given.read('property', id, { query: { type } })
      verify('AUTH-15', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
    }
  },
)

scenario(
  'reading a published property of another organization is forbidden',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write', 'control:publish-version'] },
  async ({ given, session, verify }) => {
    // A product of its own: publishing changes a product, and others look at the shared one.
    const item = await given.item({ product: await given.product({}, { as }), as })
    const { id } = await given.property('text', { item, as })
    const { version } = await session.controls.publishVersion(item.product.id)
    const published = given.entriesOf(await given.listProperties(item.id, { as, query: { version } }))
    for (const one of [id, ...published.map((entry) => String(entry['id']))].slice(0, 3)) {
      const answer = await given.read('property', one, { query: { version } })
      const control = await given.read('property', one, { query: { version }, as })
      // lawful: which of the two ids a version is asked by is open; one that its own key cannot read either is no case.
      if (control.status === 200) verify('AUTH-15', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
    }
  },
)

scenario(
  'a property that another organization has deleted is as closed as before',
  { verifies: ['AUTH-15'], needs: ['second-key', 'write'], causedBy: ['PROP-34'] },
  async ({ given, verify }) => {
    const { id } = await given.property('text', { item: await given.foreignItem(), as })
    given.requireSuccess(await given.remove('property', id, { as }), 'PROP-34')
    for (const query of [{}, { type: 'text' }]) {
      const answer = await given.read('property', id, { query })
      // lawful: what is deleted may be unknown to everybody.
      verify('AUTH-15', answer).hasStatus(
        [403, 404],
        'the deleted may be looked up where the organization is forgotten',
      )
    }
  },
)

scenario(
  'downloading a file of another organization as of a version is forbidden',
  { verifies: ['AUTH-19'], needs: ['second-key', 'write', 'control:publish-version'] },
  async ({ api, given, session, verify }) => {
    const item = await given.item({ product: await given.product({}, { as }), as })
    const path = { file_id: (await given.file(item.id, { as })).id }
    const { version } = await session.controls.publishVersion(item.product.id)
    const query = { version, product_id: item.product.id }
    const control = given.requireSuccess(await api.send('downloadFile', { path, query, as }), 'DL-06')
    const answer = await api.send('downloadFile', { path, query })
    verify('AUTH-19', answer).isRefused({ ...forbidden, control, hint: hintOf(answer) })
  },
)

scenario(
  'downloading a file of another organization beside an own product is forbidden',
  { verifies: ['AUTH-19'], needs: ['second-key', 'write'] },
  async ({ api, given, verify }) => {
    const own = await given.product()
    const path = { file_id: (await given.foreignFile()).id }
    const ask = () => api.send('downloadFile', { path, as })
    // lawful: an object may be stored a little after the answer to its upload.
    const control = await given.eventually(ask, ({ status }) => status === 200)
    const answer = await api.send('downloadFile', { path, query: { product_id: own.id } })
    verify('AUTH-19', answer).isRefused({ ...forbidden, control, hint: 'the product alone may be judged' })
  },
)

/** 404 hides that the id exists; the contract says 403. */
function hintOf({ status }: Exchange): string {
  return status === 404
    ? 'the contract tells a foreign id (403) from an unknown one (404)'
    : 'the organization of the key may not be compared'
}
