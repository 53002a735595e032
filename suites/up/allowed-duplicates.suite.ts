import { assume, blocked, scenario, type Given, succeeded } from '#suite'
import { placementsOf } from '../shared/usages.ts'
import { controlUpload } from './control-upload.ts'
import { retryChanceDuplicate } from './retry-chance-duplicate.ts'
import { hasLocations } from '../shared/named-refusals.ts'

// `controlUpload` is a file whose POST /files/{target_id} to the item for files was accepted.

const otherTargets = {
  'the same item': async (given: Given) => (await given.fileItem()).id,
  'another item': async (given: Given) => (await given.item({ product: (await given.fileItem()).product })).id,
  'a property': async (given: Given) => (await given.fileProperty('text')).id,
} as const

for (const [where, targetOf] of Object.entries(otherTargets))
  scenario(
    `a duplicate on ${where} is accepted with allow_duplicate=true`,
    { verifies: ['UP-13'], needs: ['write'] },
    async ({ given, session, verify }) => {
      const { part } = await controlUpload({ given, session })
      const target_id = await targetOf(given)
      const answer = await given.sendUpload(target_id, { bytes: part.bytes, allowDuplicate: 'true' })
      verify('UP-13', answer).isAccepted()
      const [first] = placementsOf(answer.json)
      verify('UP-13', answer).shows({ target_id }, { of: 'the first usage of a duplicate', in: first })
    },
  )

scenario(
  'a duplicate with allow_duplicate=false is rejected',
  { verifies: ['UP-14'], needs: ['write'] },
  async ({ given, session, verify }) => {
    const { targetId: id, part, exchange: control } = await controlUpload({ given, session })
    const byDefault = await given.sendUpload(id, { bytes: part.bytes })
    assume(!succeeded(byDefault), blocked('UP-09', 'the target accepted a duplicate by default'))
    const answer = await given.sendUpload(id, { bytes: part.bytes, allowDuplicate: 'false' })
    verify('UP-14', answer).isRefused({
      status: 409,
      code: 'duplicate_file',
      control,
      hint: 'boolean parsing: the text "false" seems to be read as true',
    })
  },
)

scenario(
  'a new file with allow_duplicate=false is accepted',
  { verifies: ['UP-14'], needs: ['write'] },
  async ({ given, verify }) => {
    const { id } = await given.fileItem()
    const answer = await retryChanceDuplicate(() => given.sendUpload(id, { allowDuplicate: 'false' }))
    verify('UP-14', answer).isAccepted()
  },
)

for (const allowDuplicate of ['perhaps', '2'])
  scenario(
    `allow_duplicate="${allowDuplicate}" is rejected`,
    { verifies: ['UP-15', 'ERR-05'], needs: ['write'] },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const { exchange: control } = await given.file(id, { allowDuplicate: 'false' })
      const answer = await given.sendUpload(id, { allowDuplicate, broken: 'an allow_duplicate that is not a boolean' })
      verify('UP-15', answer).isRefused({ control })
      verify('ERR-05', answer).locates('allow_duplicate', { where: hasLocations(answer) })
    },
  )
