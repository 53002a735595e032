import { assume, pairsOf, scenario, type CheckContext, type Exchange, type Given } from '#suite'
import { controlAssignment } from './control-assignment.ts'
import { states, type Known, type State } from './states-of-numbers.ts'

const needs = ['write', 'trace'] as const
const byOthers = [...needs, 'same-org-key|control:create-key'] as const

type Id = 'PN-04' | 'PN-05' | 'PN-06' | 'PN-07' | 'PN-08' | 'PN-09'
type Context = CheckContext<Id>
type Identity = 'own' | 'same-organization'

interface Place {
  readonly workspace_id: string
  readonly as: Identity
  /** The requirement that an acceptance breaks. */
  readonly of: Id
  /** The product that asks has a description: it may go another way than one that has none. */
  readonly isDescribed: boolean
}

/** A way to ask for a number, and the same request with a number that nobody has had. */
interface Asking {
  readonly what: string
  /** The requirements that a number in use, and a retired one, would break within one workspace. */
  readonly inUse: Id
  readonly retired: Id
  /** Where it says more than how the number came about. */
  readonly hint?: string
  readonly ask: (context: Context, known: Known, place: Place) => Promise<Exchange>
  readonly control: (context: Context, place: Place) => Promise<Exchange>
}

const byCreation: Asking = {
  what: 'on creation',
  inUse: 'PN-07',
  retired: 'PN-04',
  ask: async ({ given }, { partNumber }, { workspace_id, as, isDescribed }) => {
    const described = isDescribed ? { description: 'described' } : {}
    const body = await given.productBody({ ...described, workspace_id, part_number: partNumber })
    const answer = await given.createProduct(body, { as })
    // lawful: a key that may create nothing, which none of its creations has shown yet
    if (answer.status === 403) await given.requireOpen(workspace_id, { as })
    return answer
  },
  control: async ({ given, session }, { workspace_id }) => {
    const make = async () => given.leave((await given.productWithPartNumber({ workspace_id })).exchange)
    return session.shared(`product with a part number in ${workspace_id}`, make)
  },
}

const byAssignment: Asking = {
  what: 'on assignment to another product',
  inUse: 'PN-08',
  retired: 'PN-05',
  ask: async ({ given, session }, { partNumber }, { workspace_id, as, isDescribed, of }) => {
    const described = isDescribed ? { description: 'described' } : {}
    const kind = `product without a number, ${isDescribed}, in ${workspace_id}, for ${of}`
    const make = () => given.productWithoutPartNumber({ ...described, workspace_id })
    const { id } = await session.lending.lent(kind, make)
    return given.update(id, { part_number: partNumber }, { as })
  },
  control: controlAssignment,
}

const byItsFormerProduct: Asking = {
  what: 'on assignment to the product that had it',
  inUse: 'PN-06',
  retired: 'PN-06',
  hint: 'lookup too narrow: it seems to leave out the product itself (WHERE id <> ?)',
  ask: ({ given }, { partNumber, holderId }, { as }) => given.update(holderId, { part_number: partNumber }, { as }),
  control: controlAssignment,
}

/** Where a number is asked for, seen from the product that has it or had it. */
interface Where {
  readonly what: string
  readonly isElsewhere: boolean
  readonly workspaces: (given: Given) => Promise<readonly [string, string]>
  readonly hint?: string
}

const here: Where = {
  what: '',
  isElsewhere: false,
  workspaces: async (given) => [await given.workspace(), await given.workspace()],
}
const elsewhere: Where = {
  what: ' in another workspace',
  isElsewhere: true,
  workspaces: (given) => given.twoWorkspaces(),
  hint: 'lookup too narrow: it seems to see one workspace only',
}

interface Row {
  readonly state: State
  readonly asking: Asking
  readonly as: Identity
  readonly where: Where
}

const byOtherProducts = [byCreation, byAssignment] as const
const areRetired = states.filter(({ isRetired }) => isRetired)
/** One of each kind, if what is asked matters more than how the number came about. */
const typical = [...states.slice(0, 1), ...areRetired.slice(0, 1)]

const rows: readonly Row[] = [
  ...pairsOf({ state: states, asking: byOtherProducts, as: ['own'], where: [here] }),
  ...pairsOf({ state: areRetired, asking: [byItsFormerProduct], as: ['own'], where: [here] }),
  ...pairsOf({ state: typical, asking: byOtherProducts, as: ['own'], where: [elsewhere] }),
  ...pairsOf({ state: typical, asking: byOtherProducts, as: ['same-organization'], where: [here] }),
  ...pairsOf({ state: areRetired.slice(0, 1), asking: [byItsFormerProduct], as: ['same-organization'], where: [here] }),
]

for (const { state, asking, as, where } of rows) {
  const inOneWorkspace = state.isRetired ? asking.retired : asking.inUse
  // If the number is also accepted twice within one workspace, that violation explains the one across two workspaces.
  const id = where.isElsewhere ? 'PN-09' : inOneWorkspace
  scenario(
    `${state.what} is rejected ${asking.what}${where.what}${as === 'own' ? '' : ', sent with another key'}`,
    {
      verifies: [id],
      needs: [...(as === 'own' ? needs : byOthers), ...(state.needs === undefined ? [] : [state.needs])],
    },
    async (context) => {
      const { given, verify, session } = context
      const [one, other] = await where.workspaces(given)
      const place = { workspace_id: other, as, isDescribed: state.isDescribed, of: id }
      // A check that passes was rejected the number, and leaves it as it was.
      const known = await session.lending.lent(`${state.what}, in ${one}`, () => state.make(given, one))
      const answer = await asking.ask(context, known, place)
      // lawful: a rule that holds in one of two workspaces only
      assume(!where.isElsewhere || answer.status !== 422, 'the second workspace rejected the part number as invalid')
      const control = await asking.control(context, place)
      const hint = where.hint ?? asking.hint ?? state.hint
      verify(id, answer).isRefused({ status: 409, control, hint })
    },
  )
}
