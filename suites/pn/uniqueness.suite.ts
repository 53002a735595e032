import { scenario, type CheckContext, type Exchange, type Given } from '#suite'

const needs = ['write', 'trace'] as const
const byOthers = [...needs, 'same-org-key|control:create-key'] as const
const retirement = 'the check may look at active numbers only'
const oneWorkspace = 'the check may look at one workspace only'

/** A number that may not be given out, and the product that has it or had it. */
interface Known {
  readonly partNumber: string
  readonly holderId: string
}

type Make = (given: Given, workspace_id: string) => Promise<Known>

const inUse: Make = async (given, workspace_id) => {
  const { id, partNumber } = await given.productWithPartNumber({ workspace_id })
  return { partNumber, holderId: id }
}

const assignedLater: Make = async (given, workspace_id) => {
  const { id } = await given.product({ workspace_id })
  const partNumber = given.partNumber()
  given.requireSuccess(await given.update(id, { part_number: partNumber }), 'PN-02')
  return { partNumber, holderId: id }
}

const retired: Make = async (given, workspace_id) => {
  const { partNumber, formerly } = await given.retiredPartNumber({ workspace_id })
  return { partNumber, holderId: formerly.id }
}

const removedBesideAnother: Make = async (given, workspace_id) => {
  const { id, partNumber } = await given.productWithPartNumber({ workspace_id })
  const change = { name: given.name(), description: 'changed', part_number: null }
  given.requireSuccess(await given.update(id, change), 'PN-03')
  return { partNumber, holderId: id }
}

const removedAfterRenaming: Make = async (given, workspace_id) => {
  const { id, partNumber } = await given.productWithPartNumber({ workspace_id })
  given.requireSuccess(await given.update(id, { name: given.name(), readable_id: given.readableId() }), 'PROD-41')
  given.requireSuccess(await given.update(id, { part_number: null }), 'PN-03')
  return { partNumber, holderId: id }
}

type Id = 'PN-04' | 'PN-05' | 'PN-06' | 'PN-07' | 'PN-08' | 'PN-09'
type Context = CheckContext<Id>
type Identity = 'own' | 'same-organization'

interface Place {
  readonly workspace_id: string
  readonly as: Identity
}

/** A way to ask for a number, and the same request with a number that nobody has had. */
interface Asking {
  readonly ask: (context: Context, known: Known, place: Place) => Promise<Exchange>
  readonly control: (context: Context, place: Place) => Promise<Exchange>
}

const byCreation: Asking = {
  ask: async ({ given }, { partNumber }, { workspace_id, as }) =>
    given.createProduct(await given.productBody({ workspace_id, part_number: partNumber }), { as }),
  control: async ({ given, session }, { workspace_id }) => {
    const make = () => given.productWithPartNumber({ workspace_id })
    return (await session.shared(`product with a part number in ${workspace_id}`, make)).exchange
  },
}

/** The control request of an assignment: another product is given a number. */
function assignment({ given, session }: Context, { workspace_id, as }: Place): Promise<Exchange> {
  return session.shared(`assignment of a part number in ${workspace_id} by ${as}`, async () => {
    const { id } = await given.product({ workspace_id })
    return given.requireSuccess(await given.update(id, { part_number: given.partNumber() }, { as }), 'PN-02')
  })
}

const byAssignment: Asking = {
  ask: async ({ given }, { partNumber }, { workspace_id, as }) => {
    const { id } = await given.product({ description: 'described', workspace_id })
    return given.update(id, { part_number: partNumber }, { as })
  },
  control: assignment,
}

const byItsFormerProduct: Asking = {
  ask: ({ given }, { partNumber, holderId }, { as }) => given.update(holderId, { part_number: partNumber }, { as }),
  control: assignment,
}

interface Row {
  readonly id: Id
  readonly what: string
  readonly number: Make
  readonly asking: Asking
  readonly as?: Identity
  readonly elsewhere?: true
  readonly causedBy?: ReadonlyArray<Id | 'AUTH-23' | 'PN-03'>
  readonly hint?: string
}

const rows: readonly Row[] = [
  {
    id: 'PN-04',
    what: 'a retired number is refused at creation',
    number: retired,
    asking: byCreation,
    hint: retirement,
  },
  {
    id: 'PN-04',
    what: 'a number that was removed beside another change is retired all the same',
    number: removedBesideAnother,
    asking: byCreation,
    causedBy: ['PN-03'],
    hint: 'the other change may have gone another way',
  },
  {
    id: 'PN-04',
    what: 'a number that was removed after its product was renamed is refused at creation',
    number: removedAfterRenaming,
    asking: byCreation,
    hint: 'the number may be kept under the old name',
  },
  {
    id: 'PN-04',
    what: 'a retired number is refused at creation in another workspace',
    number: retired,
    asking: byCreation,
    elsewhere: true,
    causedBy: ['PN-09'],
    hint: oneWorkspace,
  },
  {
    id: 'PN-05',
    what: 'a retired number is refused by assignment to another product',
    number: retired,
    asking: byAssignment,
    hint: retirement,
  },
  {
    id: 'PN-05',
    what: 'a retired number is refused to another key of the organization',
    number: retired,
    asking: byAssignment,
    as: 'same-organization',
    causedBy: ['AUTH-23'],
    hint: retirement,
  },
  {
    id: 'PN-06',
    what: 'a retired number does not go back to the product that had it',
    number: retired,
    asking: byItsFormerProduct,
    hint: 'the check may leave out the product itself',
  },
  { id: 'PN-07', what: 'a number in use is refused at creation', number: inUse, asking: byCreation },
  {
    id: 'PN-07',
    what: 'a number in use that was assigned later is refused at creation',
    number: assignedLater,
    asking: byCreation,
  },
  { id: 'PN-08', what: 'a number in use is refused by assignment', number: inUse, asking: byAssignment },
  // Where the same is taken within one workspace, that explains what is taken across two.
  ...(
    [
      ['in use', 'creation', inUse, byCreation, 'PN-07'],
      ['in use', 'assignment', inUse, byAssignment, 'PN-08'],
      ['retired', 'creation', retired, byCreation, 'PN-04'],
      ['retired', 'assignment', retired, byAssignment, 'PN-05'],
    ] as const
  ).map(([state, by, number, asking, cause]) => ({
    id: 'PN-09' as const,
    what: `a number ${state} in one workspace is refused by ${by} in another`,
    number,
    asking,
    elsewhere: true as const,
    causedBy: [cause],
    hint: oneWorkspace,
  })),
]

for (const { id, what, number, asking, as = 'own', elsewhere = false, causedBy = [], hint } of rows)
  scenario(what, { verifies: [id], needs: as === 'own' ? needs : byOthers, causedBy }, async (context) => {
    const { given, verify } = context
    const here = await given.workspace()
    const [one, other] = elsewhere ? await given.twoWorkspaces() : [here, here]
    const place = { workspace_id: other, as }
    const answer = await asking.ask(context, await number(given, one), place)
    const control = await asking.control(context, place)
    verify(id, answer).isRefused({ status: 409, control, ...(hint === undefined ? {} : { hint }) })
  })
