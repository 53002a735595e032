import fc from 'fast-check'
import { PartNumbersModel, modelRun, succeeded, shownId, textIn } from '#suite'
import type { CheckContext, Exchange, Given, NumberedProduct } from '#suite'

type Command = fc.AsyncCommand<PartNumbersModel, Target>

/** What stands for the target in one sequence, with a few numbers that nobody has had before. */
interface Target {
  readonly given: Given
  readonly verify: CheckContext<'PN-23'>['verify']
  readonly numbers: readonly string[]
  readonly workspaces: readonly string[]
}

modelRun(
  'part numbers agree with a plain model after any sequence of operations',
  { verifies: ['PN-23'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const workspaces = await workspacesThatTakeNumbers(given)
    return {
      commands: [creation(), creation(), assignment(), assignment(), removal(), removal(), rename(), deletion()],
      start: async () => ({
        model: new PartNumbersModel(),
        real: { given, verify, workspaces, numbers: Array.from({ length: 3 }, () => given.partNumber()) },
      }),
    }
  },
)

/** The first two workspaces, but none in which a rule that nobody has declared refuses numbers of ours. */
async function workspacesThatTakeNumbers(given: Given): Promise<readonly string[]> {
  const own = await given.workspace()
  const first = given.partNumber()
  const created = await given.createProduct(await given.productBody({ part_number: first }))
  await given.noUndeclaredRule([created], { number: first, by: 'creation' })
  const workspace_id = (await given.writableWorkspaces()).find((id) => id !== own)
  if (workspace_id === undefined) return [own]
  const part_number = given.partNumber()
  const answer = await given.createProduct(await given.productBody({ workspace_id, part_number }))
  return answer.status === 422 ? [own] : [own, workspace_id]
}

function creation(): fc.Arbitrary<Command> {
  return fc.record({ number: fc.option(fc.nat(2)), workspace: fc.nat(1) }).map(({ number: drawn, workspace }) => ({
    toString: () => `create(${drawn === null ? 'no number' : `number ${drawn}`}, workspace ${workspace})`,
    check: () => true,
    run: async (model, { given, numbers, verify, workspaces }) => {
      const number = drawn === null ? undefined : numbers[drawn]
      const workspace_id = workspaces[workspace % workspaces.length] ?? ''
      const part_number = number === undefined ? {} : { part_number: number }
      const answer = await given.createProduct(await given.productBody({ workspace_id, ...part_number }))
      if (answer.status === 403) await given.requireOpen(workspace_id)
      await requireNoRule({ given, model }, { number, answer, by: 'creation' })
      if (!isAccepted({ model, verify }, number, answer)) return
      // lawful: a number that the deployment gives by itself
      // lawful: a number that the target generates, in either spelling of its field
      const held = number ?? textIn(answer.json, 'part_number') ?? textIn(answer.json, 'partNumber')
      model.created(shownId(answer.json), held)
      verify('PN-23', answer).shows({ part_number: held })
    },
  }))
}

function assignment(): fc.Arbitrary<Command> {
  return fc.record({ position: fc.nat(9), number: fc.nat(2) }).map(({ position, number: drawn }) => ({
    toString: () => `assign(product ${position}, number ${drawn})`,
    check: (model) => model.products.length > 0,
    run: async (model, { given, numbers, verify }) => {
      const product = model.nth(position)
      const number = numbers[drawn]
      // The number that it has already is not judged.
      if (!product || number === undefined || product.number === number) return
      const answer = await given.update(product.id, { part_number: number })
      if (product.number !== undefined) {
        // Where the number is also another's, either refusal is lawful.
        const lawful = model.stateOf(number) === 'free' ? [422] : [409, 422]
        verify('PN-23', answer).hasStatus(lawful, { of: 'the assignment of a second number' })
      } else {
        await requireNoRule({ given, model }, { number, answer, by: 'assignment' })
        if (isAccepted({ model, verify }, number, answer)) model.assigned(product, number)
      }
      await readBack({ given, verify }, product)
    },
  }))
}

function removal(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `remove(product ${position})`,
    check: (model) => model.products.some(({ number }) => number !== undefined),
    run: async (model, { given, verify }) => {
      const holders = model.products.filter(({ number }) => number !== undefined)
      const product = holders[position % holders.length]
      if (!product) return
      const answer = await given.update(product.id, { part_number: null })
      verify('PN-23', answer).isAccepted()
      model.removed(product)
      await readBack({ given, verify }, product)
    },
  }))
}

function rename(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `rename(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { given, verify }) => {
      const product = model.nth(position)
      if (!product) return
      given.requireSuccess(await given.update(product.id, { name: given.name() }), 'PROD-41')
      await readBack({ given, verify }, product)
    },
  }))
}

function deletion(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `delete(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { given }) => {
      const product = model.nth(position)
      if (!product) return
      given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
      model.deleted(product)
    },
  }))
}

interface Asked {
  readonly number: string | undefined
  readonly answer: Exchange
  readonly by: 'creation' | 'assignment'
}

/** lawful: a rule that nobody has declared may refuse one of the numbers, and accept the others */
async function requireNoRule(
  { given, model }: { readonly given: Given; readonly model: PartNumbersModel },
  { number, answer, by }: Asked,
): Promise<void> {
  if (number === undefined || model.stateOf(number) !== 'free') return
  await given.noUndeclaredRule([answer], { number, by })
}

/** Whether the target accepted a number, once that agrees with the model. */
function isAccepted(
  { model, verify }: { readonly model: PartNumbersModel; readonly verify: Target['verify'] },
  number: string | undefined,
  answer: Exchange,
): boolean {
  const state = number === undefined ? 'free' : model.stateOf(number)
  const accepted = succeeded(answer)
  if (state === 'open' && (accepted || answer.status === 409)) return accepted
  verify('PN-23', answer).hasStatus(state === 'free' ? 'a success' : [409], {
    of: `a request for a number that is ${state}`,
  })
  return accepted
}

async function readBack({ given, verify }: Pick<Target, 'given' | 'verify'>, product: NumberedProduct): Promise<void> {
  const read = await given.read('product', product.id)
  verify('PN-23', read).shows({ part_number: product.number })
}
