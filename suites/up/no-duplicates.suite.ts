import { assume, each, fieldOf, inTurn, scenario, textOf, type MadeItem, type Sources, sameMediaType } from '#suite'
import { answerShowing } from '../shared/answer-showing.ts'
import { retryChanceDuplicate } from './retry-chance-duplicate.ts'

const needs = ['write'] as const
for (const [what, difference] of [
  ['longer', 1],
  ['shorter', -1],
] as const)
  scenario(
    `a file that is one byte ${what} than an existing one is accepted`,
    { verifies: ['UP-10'], needs },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const answer = await retryChanceDuplicate(async () => {
        // `allow_duplicate`: only the second upload must not be taken for a duplicate.
        const { part } = await given.file(id, { allowDuplicate: 'true' })
        const bytes = Buffer.concat([part.bytes, Buffer.of(0)]).subarray(0, part.bytes.length + difference)
        return given.sendUpload(id, { bytes })
      })
      verify('UP-10', answer).isAccepted()
    },
  )

scenario('a file of one byte does not count as empty', { verifies: ['UP-10'], needs }, async ({ given, verify }) => {
  const { id } = await given.fileItem()
  const { part } = await given.file(id)
  const answer = await given.sendUpload(id, { bytes: part.bytes.subarray(0, 1), allowDuplicate: 'true' })
  // lawful: another rejection, for example because no file of its type begins with that byte
  const isAcceptedOrBadRequest = answer.status <= 400
  verify('UP-10', answer).hasCode({ except: ['invalid_request'] }, { where: isAcceptedOrBadRequest })
})

const text = { contentType: 'text/plain', filename: 'same.txt', bytes: textOf } as const
const table = { contentType: 'text/csv', filename: 'same.csv', bytes: textOf } as const

/** Files of two types: what uploads usually are beside a text, and two of one family. */
const otherTypes = [
  { what: 'another type', first: {}, second: text },
  { what: 'another type of the same family', first: table, second: text },
] as const

for (const { what, first, second } of otherTypes)
  scenario(
    `a file of the size of an existing one and ${what} is accepted`,
    { verifies: ['UP-11'], needs },
    async ({ given, verify }) => {
      const { id } = await given.fileItem()
      const records = await inTurn([first, second], async (kind) =>
        answerShowing('content_type', await given.sendUpload(id, { ...kind, allowDuplicate: 'true' }), { given }),
      )
      // lawful: a type told from the bytes. Only if the records show two types are there two.
      const [one, other] = records.map((record) => fieldOf(record, 'content_type'))
      const areTwo = typeof one === 'string' && typeof other === 'string' && !sameMediaType(one, other)
      assume(areTwo, 'the target showed two types of files as one')
      const answer = await retryChanceDuplicate(async () => {
        const { part } = await given.file(id, first)
        return given.sendUpload(id, { ...second, bytes: second.bytes(part.bytes.length) })
      })
      verify('UP-11', answer).isAccepted()
    },
  )

/** A place in which a file is, and one in which the same file is another one. */
interface Places {
  readonly here: MadeItem
  readonly there: MadeItem
}

async function twoWorkspaces(sources: Sources): Promise<readonly Places[]> {
  const [here, there] = await sources.given.twoWorkspaces()
  return [{ here: await itemInWorkspace(here, sources), there: await itemInWorkspace(there, sources) }]
}

/** Two organizations may well have workspaces of the same names. */
async function twoOrganizations(sources: Sources): Promise<readonly Places[]> {
  const { given } = sources
  const there = await given.foreignItem()
  const workspaces = (await given.workspaces()).slice(0, 3)
  return inTurn(workspaces, async (id) => ({ here: await itemInWorkspace(id, sources), there }))
}

function itemInWorkspace(workspace_id: string, { given, session }: Sources): Promise<MadeItem> {
  return session.shared(`item for files in workspace ${workspace_id}`, async () =>
    given.item({ product: await given.product({ workspace_id }) }),
  )
}

const otherPlaces = [
  { where: 'workspace', as: 'own', needs, places: twoWorkspaces },
  { where: 'organization', as: 'other-organization', needs: ['write', 'second-key'], places: twoOrganizations },
] as const

for (const { where, as, needs: needed, places } of otherPlaces)
  scenario(`the same file is accepted in another ${where}`, { verifies: ['UP-12'], needs: needed }, async (context) => {
    const { given, verify } = context
    await each(await places(context), async ({ here, there }) => {
      const answer = await retryChanceDuplicate(async () => {
        const { part } = await given.file(here.id)
        return given.sendUpload(there.id, { bytes: part.bytes, as })
      })
      verify('UP-12', answer).isAccepted()
    })
  })
