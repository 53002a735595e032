import {
  each,
  errorCodeOf,
  fieldOf,
  forAll,
  inTurn,
  instantOf,
  pick,
  plainText,
  scenario,
  textField,
  type CheckContext,
  type Exchange,
} from '#suite'
import { isOfNoEndpoint } from '../shared/no-endpoint.ts'
import { setAfterCreation } from '../shared/set-by-the-service.ts'

const needs = ['write'] as const

/** Optional fields that a creation gives. */
const creations = [
  { what: 'the required fields only', fields: [], needs: ['write'] },
  { what: 'a description', fields: ['description'], needs: ['write'] },
  { what: 'a part number', fields: ['part_number'], needs: ['write', 'trace'] },
  { what: 'a description and a part number', fields: ['description', 'part_number'], needs: ['write', 'trace'] },
] as const

type Creation = (typeof creations)[number]
type Id = 'PROD-17' | 'PROD-18' | 'PROD-19' | 'PROD-33' | 'PROD-34'
type Context = CheckContext<Id>

interface Created {
  readonly body: Readonly<Record<string, unknown>>
  /** Whatever it is. */
  readonly answer: Exchange
}

/** One creation of each kind, whose answer several checks look at. */
function creationOf({ what, fields }: Creation, { given, session }: Context): Promise<Created> {
  return session.shared(`creation of a product with ${what}`, async () => {
    const optional = { description: 'described', part_number: given.partNumber() }
    const body = { ...(await given.productBody()), ...pick(optional, fields) }
    const answer = await given.createProduct(body)
    if (answer.status >= 300 && !cannotBeAFullPlan(answer)) await given.requireOpen(body.workspace_id)
    return { body, answer }
  })
}

/** A plan that takes no more products does not call them invalid, and says so where products are made. */
function cannotBeAFullPlan(answer: Exchange): boolean {
  const isCalledInvalid = answer.status === 422 && errorCodeOf(answer) === 'validation_error'
  return isCalledInvalid || isOfNoEndpoint(answer)
}

/** A creation that was accepted. Blocked by the requirement that a refusal breaks. */
async function createdBy(creation: Creation, context: Context): Promise<Created> {
  const created = await creationOf(creation, context)
  const isNumbered = creation.needs.length > 1
  context.given.requireSuccess(created.answer, isNumbered ? 'PN-01' : 'PROD-33')
  return created
}

/** What is claimed of each creation. */
const claims: ReadonlyArray<{
  readonly title: (what: string) => string
  readonly id: Id
  readonly of: (creation: Creation, context: Context) => Promise<void>
}> = [
  {
    title: (what) => `a creation with ${what} is accepted`,
    id: 'PROD-33',
    of: async (creation, context) => {
      const { answer, body } = await creationOf(creation, context)
      const numbers = [body['part_number']].filter((number) => typeof number === 'string')
      await inTurn(numbers, (number) => context.given.noUndeclaredRule([answer], { number, by: 'creation' }))
      context.verify('PROD-33', answer).isAccepted()
    },
  },
  {
    title: (what) => `a creation with ${what} is answered with 201 and the product`,
    id: 'PROD-17',
    of: async (creation, context) => {
      const { answer } = await createdBy(creation, context)
      context.verify('PROD-17', answer).isAccepted(201)
      context.verify('PROD-17', answer).has('id')
    },
  },
  {
    title: (what) => `a creation with ${what} returns what was sent`,
    id: 'PROD-18',
    of: async (creation, context) => {
      const { answer, body } = await createdBy(creation, context)
      // A number that is not given back breaks the rule about numbers.
      const { part_number: _, ...sent } = body
      context.verify('PROD-18', answer).shows(sent)
    },
  },
  {
    title: (what) => `a product with ${what} by id is the product that its creation returned`,
    id: 'PROD-19',
    of: async (creation, context) => {
      const { answer } = await createdBy(creation, context)
      const read = await context.given.read('product', textField(answer, 'id', 'PROD-01'))
      context.verify('PROD-19', read).isAccepted(200)
      const since = await setAfterCreation(context.given, answer, read)
      // lawful: work that is done shortly after the answer moves them
      const except = ['updatedAt', 'updatedBy', ...since]
      context.verify('PROD-19', read).agreesWith(answer.json, { kind: 'product', except })
    },
  },
  {
    title: (what) => `the times of a new product with ${what} are the present time`,
    id: 'PROD-34',
    of: async (creation, context) => {
      const { answer } = await createdBy(creation, context)
      isDatedNow(context, answer, answer)
      isDatedNow(context, await context.given.readProduct(textField(answer, 'id', 'PROD-01')), answer)
    },
  },
]

for (const { title, id, of, ...options } of claims)
  for (const creation of creations)
    scenario(title(creation.what), { ...options, verifies: [id], needs: creation.needs }, (context) =>
      of(creation, context),
    )

forAll(
  'a creation returns what was sent',
  { verifies: ['PROD-18'], needs, cost: 'batch' },
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
  'a product is created in the requested workspace, whichever it is',
  { verifies: ['PROD-18'], needs },
  async ({ given, verify }) => {
    await each(await given.twoWorkspaces(), async (workspaceId) => {
      const { exchange } = await given.product({ workspace_id: workspaceId })
      verify('PROD-18', exchange).shows({ workspace_id: workspaceId })
    })
  },
)

function isDatedNow({ verify }: Context, answer: Exchange, creation: Exchange): void {
  const [createdAt, updatedAt] = [fieldOf(answer, 'createdAt'), fieldOf(answer, 'updatedAt')]
  const [made, moved] = [createdAt, updatedAt].map((time) => instantOf(time)?.milliseconds ?? Number.NaN)
  verify('PROD-34', answer).isDatedNow('createdAt', { clock: creation })
  // lawful: an earlier time only where it is the same, kept less precisely
  verify('PROD-34', answer).shows({ updatedAt: createdAt }, { where: Number(moved) < Number(made) })
}
