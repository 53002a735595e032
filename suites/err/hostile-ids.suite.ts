import fc from 'fast-check'
import { each, endpointIds, endpoints, forAll, hostileId, requestById, scenario, type Given, requestOf } from '#suite'

const reads = ['getWorkspace', 'getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const

/** What look-ups stumble over most: each read gets these. No id contains text at which a path may be cut or joined. */
const everywhere = ['%', '\u0000', "' OR '1'='1", 'a'.repeat(2500)] as const

const furtherIds: Readonly<Record<(typeof reads)[number], readonly string[]>> = {
  getWorkspace: ['0', 'true', '$ne', 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz'],
  getProduct: ['-1', 'NaN', 'a'.repeat(300)],
  getItem: ['1e309', '\u{1f9ff}'],
  getProperty: ['9007199254740993', '*', 'ÿ'],
  getFile: ['null', '{}'],
  downloadFile: ['undefined', '[object Object]', '00000000-0000-0000-0000-00000000000'],
}

for (const endpoint of reads)
  scenario(
    `${requestOf(endpoint)} rejects an id that is not a UUID`,
    { verifies: ['ERR-11'] },
    async ({ api, verify }) => {
      await each([...everywhere, ...furtherIds[endpoint]], async (id) => {
        const answer = await api.raw({ ...requestById(endpoint, id), broken: 'an id that is not a UUID' })
        // lawful: whatever 4xx, also that of a gateway in front of the service.
        verify('ERR-11', answer).isRejected()
      })
    },
  )

for (const escapes of ['%zz', '%c3%28'])
  scenario(
    `the id ${escapes}, which cannot be percent-decoded, is rejected`,
    { verifies: ['ERR-11'] },
    async ({ api, verify }) => {
      const { path, ...request } = requestById('getProduct', 'id')
      const answer = await api.raw({ ...request, path: path.replace(/id$/, escapes), broken: 'a malformed path' })
      verify('ERR-11', answer).isRejected()
    },
  )

interface AnyId {
  readonly endpoint: (typeof reads)[number]
  readonly id: string
}

forAll(
  'a read rejects any text that is not a UUID',
  { verifies: ['ERR-11'], cost: 'costly' },
  async ({ api, verify }) => ({
    inputs: fc.record({ endpoint: fc.constantFrom(...reads), id: hostileId() }),
    holds: async ({ endpoint, id }: AnyId) => {
      const answer = await api.raw({ ...requestById(endpoint, id), broken: 'an id that is not a UUID' })
      verify('ERR-11', answer).isRejected()
    },
  }),
)

const nearIds: Readonly<Record<string, (id: string) => string>> = {
  'without its last character': (id) => id.slice(0, -1),
  'with an extra character': (id) => `${id}0`,
  'with a quote after it': (id) => `${id}'`,
}

for (const [how, change] of Object.entries(nearIds))
  scenario(`an id ${how} is rejected`, { verifies: ['ERR-11'] }, async ({ api, given, session, verify }) => {
    const id = await given.workspace()
    const control = await session.shared('control request of near ids', async () =>
      given.requireSuccess(await api.raw(requestById('getWorkspace', id)), 'WS-03'),
    )
    const answer = await api.raw({ ...requestById('getWorkspace', change(id)), broken: `an id ${how}` })
    verify('ERR-11', answer).isRefused({ control })
  })

const writes = endpointIds.filter((id) => endpoints[id].method !== 'GET' && endpoints[id].path.includes('{'))

for (const endpoint of writes.filter((id) => id !== 'uploadFile'))
  scenario(
    `${requestOf(endpoint)} rejects an id that is not a UUID`,
    // Where every id is accepted, the unknown ones are too: that is the plainer breach.
    { verifies: ['ERR-11'], needs: ['write'] },
    async ({ api, given, verify }) => {
      // Only ids that cannot stand for many: a careless deletion must not find anything.
      const request = requestById(endpoint, `none_${given.word()}`)
      verify('ERR-11', await api.raw({ ...request, broken: 'an id that is not a UUID' })).isRejected()
    },
  )

const targets: Readonly<Record<string, (given: Given) => string>> = {
  'a word': (given) => `none_${given.word()}`,
  '0': () => '0',
  'an id with an extra character': (given) => `${given.unknownId()}0`,
}

for (const [what, targetOf] of Object.entries(targets))
  scenario(
    `${requestOf('uploadFile')} rejects ${what} as target_id, which is not a UUID`,
    { verifies: ['ERR-11'], needs: ['write'] },
    async ({ api, given, verify }) => {
      const path = { target_id: targetOf(given) }
      verify('ERR-11', await api.send('uploadFile', { path, form: [given.filePart()] })).isRejected()
    },
  )
