import { assume, each, errorCodeOf, fieldOf, scenario, textOf } from '#suite'
import { sameMediaType } from '../subjects/media-type.ts'
import { controlUpload } from './control-upload.ts'
import { unlessByChance } from './unless-by-chance.ts'

const needs = ['write'] as const
/** Whoever refuses every upload refuses none for a reason of its own. */
const causedBy = ['UP-01'] as const

for (const [what, difference] of [
  ['longer', 1],
  ['shorter', -1],
] as const)
  scenario(
    `a file that is a byte ${what} is no duplicate`,
    { verifies: ['UP-10'], needs, causedBy },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const answer = await unlessByChance(async () => {
        const { part } = await given.file(id)
        const bytes = Buffer.concat([part.bytes, Buffer.of(0)]).subarray(0, part.bytes.length + difference)
        return given.sendUpload(id, { bytes })
      })
      verify('UP-10', answer).isAccepted()
    },
  )

scenario('a file of one byte is no empty one', { verifies: ['UP-10'], needs, causedBy }, async ({ given, verify }) => {
  const { id } = await given.fileItem()
  const { part } = await given.file(id)
  const answer = await given.sendUpload(id, { bytes: part.bytes.subarray(0, 1), allowDuplicate: 'true' })
  // lawful: what no file of its type begins with may be refused for that, but not as an empty file
  verify('UP-10', answer).that({
    claim: 'a file of one byte is not refused as one that is missing or empty',
    holds: !(answer.status === 400 && errorCodeOf(answer) === 'invalid_request'),
    expected: '201, or another refusal',
    received: `${answer.status} ${errorCodeOf(answer) ?? ''}`,
  })
})

scenario(
  'a file of the same size and another type is no duplicate',
  { verifies: ['UP-11'], needs, causedBy },
  async ({ given, session, verify }) => {
    const { exchange: plain, targetId: id } = await controlUpload({ given, session })
    const text = { contentType: 'text/plain', filename: 'same.txt' }
    const typed = await given.sendUpload(id, { ...text, bytes: textOf(given.freshSize()), allowDuplicate: 'true' })
    // lawful: a type told from the bytes. Only where the records show two types are there two.
    const [one, other] = [fieldOf(plain, 'content_type'), fieldOf(typed, 'content_type')]
    const areTwo = typeof one === 'string' && typeof other === 'string' && !sameMediaType(one, other)
    assume(areTwo, 'two types of files that the records tell apart')
    const answer = await unlessByChance(async () => {
      const { part } = await given.file(id)
      return given.sendUpload(id, { ...text, bytes: textOf(part.bytes.length) })
    })
    verify('UP-11', answer).isAccepted()
  },
)

scenario(
  'the same file is accepted in another workspace',
  { verifies: ['UP-12'], needs, causedBy },
  async ({ given, verify }) => {
    const [workspaceHere, workspaceThere] = await given.twoWorkspaces()
    const here = await given.item({ product: await given.product({ workspace_id: workspaceHere }) })
    const there = await given.item({ product: await given.product({ workspace_id: workspaceThere }) })
    const answer = await unlessByChance(async () => {
      const { part } = await given.file(here.id)
      return given.sendUpload(there.id, { bytes: part.bytes })
    })
    verify('UP-12', answer).isAccepted()
  },
)

scenario(
  'the same file is accepted in another organization',
  { verifies: ['UP-12'], needs: ['write', 'second-key'], causedBy },
  async ({ given, verify }) => {
    const as = 'other-organization'
    const there = await given.item({ as })
    // Two organizations may well have workspaces of the same names.
    await each((await given.workspaces()).slice(0, 3), async (workspace_id) => {
      const here = await given.item({ product: await given.product({ workspace_id }) })
      const answer = await unlessByChance(async () => {
        const { part } = await given.file(here.id)
        return given.sendUpload(there.id, { bytes: part.bytes, as })
      })
      verify('UP-12', answer).isAccepted()
    })
  },
)
