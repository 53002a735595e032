import fc from 'fast-check'
import { endpointIds, endpoints, forAll, hostileId, hostileIds, requestById, scenario } from '#suite'

const reads = ['getWorkspace', 'getProduct', 'getItem', 'getProperty', 'getFile', 'downloadFile'] as const

/** What look-ups stumble over most: each read gets these, and a share of the others. */
const telling: ReadonlySet<string> = new Set(['0', '%', '\u0000', "' OR '1'='1", 'a'.repeat(2500)])
const causedBy = ['ERR-06', 'ERR-07', 'ERR-08', 'ERR-09', 'ERR-10'] as const

for (const [index, endpoint] of reads.entries())
  scenario(`${endpoint} refuses an id that is no UUID`, { verifies: ['ERR-11'], causedBy }, async ({ api, verify }) => {
    const tried = hostileIds.filter((id, place) => telling.has(id) || place % reads.length === index)
    for (const id of tried) {
      const answer = await api.raw({ ...requestById(endpoint, id), broken: 'an id that is no UUID' })
      // lawful: whatever 4xx, also that of a gateway in front of the service.
      verify('ERR-11', answer).isRejected()
    }
  })

scenario(
  'an id whose escapes cannot be decoded is refused',
  { verifies: ['ERR-11'], causedBy: ['ERR-07'] },
  async ({ api, verify }) => {
    for (const escapes of ['%zz', '%c3%28']) {
      const { path, ...request } = requestById('getProduct', 'id')
      const answer = await api.raw({ ...request, path: path.replace(/id$/, escapes), broken: 'a path out of order' })
      verify('ERR-11', answer).isRejected()
    }
  },
)

interface AnyId {
  readonly endpoint: (typeof reads)[number]
  readonly id: string
}

forAll('a read refuses any text that is no UUID', { verifies: ['ERR-11'], causedBy }, async ({ api, verify }) => ({
  inputs: fc.record({ endpoint: fc.constantFrom(...reads), id: hostileId() }),
  holds: async ({ endpoint, id }: AnyId) => {
    const answer = await api.raw({ ...requestById(endpoint, id), broken: 'an id that is no UUID' })
    verify('ERR-11', answer).isRejected()
  },
}))

scenario('a part of an id is no id', { verifies: ['ERR-11'] }, async ({ api, given, verify }) => {
  const id = await given.workspace()
  const control = given.requireSuccess(await api.raw(requestById('getWorkspace', id)), 'WS-03')
  for (const [broken, wrong] of Object.entries({ cut: id.slice(0, -1), longer: `${id}0`, quoted: `${id}'` })) {
    const answer = await api.raw({ ...requestById('getWorkspace', wrong), broken: `a ${broken} id` })
    verify('ERR-11', answer).isRefused({ control })
  }
})

const writes = endpointIds.filter((id) => endpoints[id].method !== 'GET' && endpoints[id].path.includes('{'))

for (const endpoint of writes.filter((id) => id !== 'uploadFile'))
  scenario(
    `${endpoint} refuses an id that is no UUID`,
    // Where every id is accepted, the unknown ones are too: that is the plainer breach.
    { verifies: ['ERR-11'], needs: ['write'], causedBy: ['ERR-07', 'ERR-08', 'ERR-09', 'ERR-10'] },
    async ({ api, given, verify }) => {
      // Only ids that cannot stand for many: a careless deletion must not find anything.
      const request = requestById(endpoint, `none_${given.word()}`)
      verify('ERR-11', await api.raw({ ...request, broken: 'an id that is no UUID' })).isRejected()
    },
  )

scenario(
  'uploadFile refuses a target whose id is no UUID',
  { verifies: ['ERR-11'], needs: ['write'], causedBy: ['UP-16'] },
  async ({ api, given, verify }) => {
    for (const target_id of [`none_${given.word()}`, '0', `${given.unknownId()}0`]) {
      const answer = await api.send('uploadFile', { path: { target_id }, form: [given.filePart()] })
      verify('ERR-11', answer).isRejected()
    }
  },
)
