import { assume, scenario, type Exchange, type Given, type Sources } from '#suite'
import { controlAssignment } from './control-assignment.ts'
import { states, type Known, type State } from './states-of-numbers.ts'

// `state.make` creates a product with a part number in a workspace, and removes that number again if it is to be a retired one.

/** Where a number is asked for, seen from the product that has it or had it, and with which key. */
interface Place {
  readonly how: string
  readonly as: 'own' | 'same-organization'
  readonly isElsewhere: boolean
  /** The workspace of the product that has the number or had it, and the one in which it is asked for. */
  readonly workspaces: (given: Given) => Promise<readonly [string, string]>
  readonly hint?: string
}

const here: Place = {
  how: '',
  as: 'own',
  isElsewhere: false,
  workspaces: async (given) => [await given.workspace(), await given.workspace()],
}
const elsewhere: Place = {
  how: ' in another workspace',
  as: 'own',
  isElsewhere: true,
  workspaces: (given) => given.twoWorkspaces(),
  hint: 'lookup too narrow: it seems to see one workspace only',
}
const withAnotherKey: Place = { ...here, how: ' by another key', as: 'same-organization' }

const retiredStates = states.filter(({ isRetired }) => isRetired)
/** One of each kind, if what is asked matters more than how the number came about. */
const typical = [...states.slice(0, 1), ...retiredStates.slice(0, 1)]

const byOtherProducts = [
  ...states.map((state) => ({ state, place: here })),
  ...typical.map((state) => ({ state, place: elsewhere })),
  ...typical.map((state) => ({ state, place: withAnotherKey })),
]

function needsOf({ needs }: State, { as }: Place) {
  const key = as === 'own' ? [] : (['same-org-key|control:create-key'] as const)
  return ['write', 'trace', ...key, ...(needs === undefined ? [] : [needs])] as const
}

/** If a number is also accepted twice within one workspace, that violation explains the one across two workspaces. */
function ruleOf<const Rule>(
  { isRetired }: State,
  { isElsewhere }: Place,
  within: { readonly inUse: Rule; readonly retired: Rule },
): Rule | 'PN-09' {
  return isElsewhere ? 'PN-09' : within[isRetired ? 'retired' : 'inUse']
}

/** A check that passes was rejected the number, and leaves it as it was. */
function knownNumber({ given, session }: Sources, { what, make }: State, workspaceId: string): Promise<Known> {
  return session.lending.lent(`${what}, in ${workspaceId}`, () => make(given, workspaceId))
}

for (const { state, place } of byOtherProducts) {
  const rule = ruleOf(state, place, { inUse: 'PN-07', retired: 'PN-04' })
  scenario(
    `${state.what} is rejected on creation${place.how}`,
    { verifies: [rule], needs: needsOf(state, place) },
    async (context) => {
      const { given, session, verify } = context
      const { as, workspaces, isElsewhere, hint = state.hint } = place
      const [one, workspace_id] = await workspaces(given)
      const { partNumber: part_number } = await knownNumber(context, state, one)
      const body = await given.productBody({ ...state.beside, workspace_id, part_number })
      const answer = await given.createProduct(body, { as })
      await requireMayCreate(given, answer, { workspace_id, as })
      assume(!isElsewhere || answer.status !== 422, ruleInOneWorkspace)
      const control = await session.shared(`product with a part number in ${workspace_id}`, async () =>
        given.leave((await given.productWithPartNumber({ workspace_id })).exchange),
      )
      verify(rule, answer).isRefused({ status: 409, control, hint })
    },
  )
}

/** lawful: a rule for the format holds in one of two workspaces only */
const ruleInOneWorkspace = 'the second workspace rejected the part number as invalid'

/** lawful: a key that may create nothing, which none of its creations has shown yet */
async function requireMayCreate(
  given: Given,
  { status }: Exchange,
  { workspace_id, as }: { readonly workspace_id: string; readonly as: Place['as'] },
): Promise<void> {
  if (status === 403) await given.requireOpen(workspace_id, { as })
}

for (const { state, place } of byOtherProducts) {
  const rule = ruleOf(state, place, { inUse: 'PN-08', retired: 'PN-05' })
  scenario(
    `${state.what} is rejected on assignment to another product${place.how}`,
    { verifies: [rule], needs: needsOf(state, place) },
    async (context) => {
      const { given, session, verify } = context
      const { as, workspaces, isElsewhere, hint = state.hint } = place
      const [one, workspace_id] = await workspaces(given)
      const { partNumber: part_number } = await knownNumber(context, state, one)
      const kind = `product without a number, ${Object.keys(state.beside).join()}, in ${workspace_id}, for ${rule}`
      const { id } = await session.lending.lent(kind, () =>
        given.productWithoutPartNumber({ ...state.beside, workspace_id }),
      )
      const answer = await given.update(id, { part_number }, { as })
      assume(!isElsewhere || answer.status !== 422, ruleInOneWorkspace)
      const control = await controlAssignment(context, { workspace_id, as })
      verify(rule, answer).isRefused({ status: 409, control, hint })
    },
  )
}

const byTheirFormerProducts = [
  ...retiredStates.map((state) => ({ state, place: here })),
  ...retiredStates.slice(0, 1).map((state) => ({ state, place: withAnotherKey })),
]

for (const { state, place } of byTheirFormerProducts)
  scenario(
    `${state.what} is rejected on assignment to the product that had it${place.how}`,
    { verifies: ['PN-06'], needs: needsOf(state, place) },
    async (context) => {
      const { given, verify } = context
      const { as } = place
      const workspace_id = await given.workspace()
      const { partNumber, holderId } = await knownNumber(context, state, workspace_id)
      const answer = await given.update(holderId, { part_number: partNumber }, { as })
      const control = await controlAssignment(context, { workspace_id, as })
      const hint = 'lookup too narrow: it seems to leave out the product itself (WHERE id <> ?)'
      verify('PN-06', answer).isRefused({ status: 409, control, hint })
    },
  )
