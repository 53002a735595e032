import {
  assume,
  each,
  errorCodeOf,
  fieldOf,
  forAll,
  pick,
  plainText,
  scenario,
  textField,
  succeeded,
  isLater,
} from '#suite'
import type { Exchange, AnyClaim, Sources } from '#suite'
import { saysNoEndpoint } from '../shared/no-endpoint.ts'
import { settable } from '../shared/set-by-the-service.ts'

/** Optional fields that a creation gives. */
const creations = [
  { what: 'the required fields only', fields: [], needs: ['write'] },
  { what: 'a description', fields: ['description'], needs: ['write'] },
  { what: 'a part number', fields: ['part_number'], needs: ['write', 'trace'] },
  { what: 'a description and a part number', fields: ['description', 'part_number'], needs: ['write', 'trace'] },
] as const

type Creation = (typeof creations)[number]
interface Created {
  readonly body: Readonly<Record<string, unknown>>
  /** Any answer, a rejection too. */
  readonly answer: Exchange
}

/** POST /products with the required fields and these; sent once, for several checks. */
function sendCreation({ what, fields }: Creation, sources: Sources): Promise<Created> {
  const { given, session } = sources
  return session.shared(`creation of a product with ${what}`, async () => {
    const optional = { description: 'described', part_number: given.partNumber() }
    const body = { ...(await given.productBody()), ...pick(optional, fields) }
    const answer = await given.createProduct(body)
    if (answer.status === 404) await requireWorkspace(body.workspace_id, sources)
    if (!succeeded(answer) && !cannotBeAFullPlan(answer)) await given.requireOpen(body.workspace_id)
    return { body, answer }
  })
}

/** lawful: other users delete the workspace that the run works in */
async function requireWorkspace(workspace_id: string, { api }: Sources): Promise<void> {
  const { status } = await api.send('getWorkspace', { path: { workspace_id } })
  const cause = 'the workspace in which the run creates products was deleted meanwhile'
  assume(status !== 404, { reason: 'missing-fixture', cause })
}

/** A plan that takes no more products does not call them invalid, and says so if products are made. */
function cannotBeAFullPlan(answer: Exchange): boolean {
  const isCalledInvalid = answer.status === 422 && errorCodeOf(answer) === 'validation_error'
  return isCalledInvalid || saysNoEndpoint(answer)
}

/** Untested if an undeclared rule for part numbers may have rejected the one of the creation. */
async function requireNumberAllowed(answer: Exchange, body: Created['body'], { given }: Sources): Promise<void> {
  const number = body['part_number']
  if (typeof number === 'string') await given.noUndeclaredRule([answer], { number, by: 'creation' })
}

/** A creation that was accepted. Blocked by the requirement that a rejection breaks. */
async function requireCreation(creation: Creation, context: Sources): Promise<Created> {
  const created = await sendCreation(creation, context)
  context.given.requireSuccess(created.answer, 'PROD-33')
  return created
}

// `sendCreation` sends POST /products with the fields of the row, once per session; `requireCreation` requires that it was accepted, too.

for (const creation of creations)
  scenario(
    `creating a product with ${creation.what} is accepted`,
    { verifies: ['PROD-33'], needs: creation.needs },
    async (context) => {
      const { answer, body } = await sendCreation(creation, context)
      await requireNumberAllowed(answer, body, context)
      context.verify('PROD-33', answer).isAccepted()
    },
  )

for (const creation of creations)
  scenario(
    `creating a product with ${creation.what} is answered with 201 and the product`,
    { verifies: ['PROD-17'], needs: creation.needs },
    async (context) => {
      const { answer } = await requireCreation(creation, context)
      context.verify('PROD-17', answer).isAccepted(201)
      context.verify('PROD-17', answer).has('id')
    },
  )

for (const creation of creations)
  scenario(
    `creating a product with ${creation.what} returns what was sent`,
    { verifies: ['PROD-18'], needs: creation.needs },
    async (context) => {
      const { answer, body } = await requireCreation(creation, context)
      // A number that is not given back breaks the rule about numbers.
      const { part_number: _, ...sent } = body
      context.verify('PROD-18', answer).shows(sent)
    },
  )

for (const creation of creations)
  scenario(
    `GET by id of a product with ${creation.what} shows what its creation returned`,
    { verifies: ['PROD-19'], needs: creation.needs },
    async (context) => {
      const { answer } = await requireCreation(creation, context)
      const read = await context.given.read('product', textField(answer, 'id', 'PROD-01'))
      context.verify('PROD-19', read).isAccepted(200)
      // lawful: work that is done shortly after the answer moves them
      const except = ['updatedAt', 'updatedBy', ...settable(answer)]
      context.verify('PROD-19', read).agreesWith(answer.json, { kind: 'product', except })
    },
  )

for (const creation of creations)
  scenario(
    `a new product with ${creation.what} shows the current time in createdAt and updatedAt`,
    { verifies: ['PROD-34'], needs: creation.needs },
    async (context) => {
      const { answer } = await requireCreation(creation, context)
      const shown = [answer, await context.given.readProduct(textField(answer, 'id', 'PROD-01'))]
      context.verify('PROD-34', shown).isDatedNow('createdAt', { clock: answer })
      context.verify('PROD-34', shown).that((record) => isNotUpdatedBefore(record))
    },
  )

forAll(
  'creating a product with any name and description returns what was sent',
  { verifies: ['PROD-18'], needs: ['write'], cost: 'batch' },
  async ({ given, verify }) => ({
    inputs: plainText(),
    examples: ['plain'],
    holds: async (text: string) => {
      // Within 50 characters: a limit beyond is lawful.
      const { body, exchange } = await given.product({
        name: `${text.slice(0, 20)} ${given.name()}`,
        description: text,
      })
      verify('PROD-18', exchange).shows({ ...body })
    },
  }),
)

scenario(
  'a product is created in the workspace that the request names',
  { verifies: ['PROD-18'], needs: ['write'] },
  async ({ given, verify }) => {
    await each(await given.twoWorkspaces(), async (workspaceId) => {
      const { exchange } = await given.product({ workspace_id: workspaceId }, { isNew: true })
      verify('PROD-18', exchange).shows({ workspace_id: workspaceId })
    })
  },
)

/** lawful: an earlier time only if it is the same, kept less precisely */
function isNotUpdatedBefore(record: Exchange): AnyClaim {
  const [createdAt, updatedAt] = [fieldOf(record, 'createdAt'), fieldOf(record, 'updatedAt')]
  return { kind: 'shows', fields: { updatedAt: createdAt }, where: isLater(createdAt, updatedAt) }
}
