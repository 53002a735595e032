import fc from 'fast-check'
import {
  PartNumbersModel,
  isRecord,
  modelRun,
  partNumberOf,
  show,
  type Api,
  type CheckContext,
  type Exchange,
  type Given,
  type NumberedProduct,
} from '#suite'

type Command = fc.AsyncCommand<PartNumbersModel, Target>

/** What stands for the target in one sequence, with a few numbers that nobody has had before. */
interface Target {
  readonly api: Api
  readonly given: Given
  readonly verify: CheckContext<'PN-23'>['verify']
  readonly numbers: readonly string[]
  readonly workspaces: readonly string[]
}

// What a plainer check objects to already.
const causedBy = [
  'PN-01',
  'PN-02',
  'PN-03',
  'PN-04',
  'PN-05',
  'PN-06',
  'PN-07',
  'PN-08',
  'PN-09',
  'PN-11',
  'PN-12',
  'PN-13',
  'PN-14',
  'PN-21',
  'PN-22',
] as const

modelRun(
  'part numbers agree with a plain model over any sequence of operations',
  { verifies: ['PN-23'], needs: ['write', 'trace'], causedBy },
  async ({ api, given, verify }) => {
    const workspaces = await workspacesThatTakeNumbers(given)
    return {
      commands: [creation(), creation(), assignment(), assignment(), removal(), removal(), rename(), deletion()],
      start: async () => ({
        model: new PartNumbersModel(),
        real: { api, given, verify, workspaces, numbers: Array.from({ length: 3 }, () => given.partNumber()) },
      }),
    }
  },
)

/** The first two workspaces, but none in which a rule that nobody has declared refuses numbers of ours. */
async function workspacesThatTakeNumbers(given: Given): Promise<readonly string[]> {
  await given.noUndeclaredRule()
  const own = await given.workspace()
  const workspace_id = (await given.workspaces()).find((id) => id !== own)
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
      const answer = await given.createProduct(
        await given.productBody({
          workspace_id: workspaces[workspace % workspaces.length] ?? '',
          ...(number === undefined ? {} : { part_number: number }),
        }),
      )
      if (!isTaken({ model, verify }, number, answer)) return
      model.created(isRecord(answer.json) ? String(answer.json['id']) : '', number)
      verify('PN-23', answer).that(shows(answer, number))
    },
  }))
}

function assignment(): fc.Arbitrary<Command> {
  return fc.record({ position: fc.nat(9), number: fc.nat(2) }).map(({ position, number: drawn }) => ({
    toString: () => `assign(product ${position}, number ${drawn})`,
    check: (model) => model.products.length > 0,
    run: async (model, { api, given, numbers, verify }) => {
      const product = model.nth(position)
      const number = numbers[drawn]
      // The number that it has already is not judged.
      if (!product || number === undefined || product.number === number) return
      const answer = await given.update(product.id, { part_number: number })
      if (product.number !== undefined) {
        // Where the number is also another's, either refusal is lawful.
        const lawful = model.stateOf(number) === 'free' ? [422] : [409, 422]
        verify('PN-23', answer).that({
          claim: 'a number is not changed in place',
          holds: lawful.includes(answer.status),
          expected: lawful.join(' or '),
          received: `${answer.status}`,
        })
      } else if (isTaken({ model, verify }, number, answer)) model.assigned(product, number)
      await readBack({ api, verify }, product)
    },
  }))
}

function removal(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `remove(product ${position})`,
    check: (model) => model.products.some(({ number }) => number !== undefined),
    run: async (model, { api, given, verify }) => {
      const holders = model.products.filter(({ number }) => number !== undefined)
      const product = holders[position % holders.length]
      if (!product) return
      const answer = await given.update(product.id, { part_number: null })
      verify('PN-23', answer).isAccepted()
      model.removed(product)
      await readBack({ api, verify }, product)
    },
  }))
}

function rename(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `rename(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { api, given, verify }) => {
      const product = model.nth(position)
      if (!product) return
      given.requireSuccess(await given.update(product.id, { name: given.name() }), 'PROD-41')
      await readBack({ api, verify }, product)
    },
  }))
}

function deletion(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `delete(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { api, given }) => {
      const product = model.nth(position)
      if (!product) return
      given.requireSuccess(await api.send('deleteProduct', { path: { product_id: product.id } }), 'PROD-52')
      model.deleted(product)
    },
  }))
}

/** Whether the target took a number, once that agrees with the model. */
function isTaken(
  { model, verify }: { readonly model: PartNumbersModel; readonly verify: Target['verify'] },
  number: string | undefined,
  answer: Exchange,
): boolean {
  const state = number === undefined ? 'free' : model.stateOf(number)
  const accepted = answer.status >= 200 && answer.status < 300
  if (state === 'open' && (accepted || answer.status === 409)) return accepted
  verify('PN-23', answer).that({
    claim: `a number that is ${state === 'free' ? 'free is taken' : `${state} is refused`}`,
    holds: state === 'free' ? accepted : answer.status === 409,
    expected: state === 'free' ? 'a success' : '409',
    received: `${answer.status}`,
  })
  return accepted
}

async function readBack({ api, verify }: Pick<Target, 'api' | 'verify'>, product: NumberedProduct): Promise<void> {
  const read = await api.send('getProduct', { path: { product_id: product.id } })
  verify('PN-23', read).that(shows(read, product.number))
}

function shows(answer: Exchange, number: string | undefined) {
  const shown = partNumberOf(answer.json) ?? undefined
  return {
    claim: 'a product shows the number that the operations left it',
    holds: shown === number,
    expected: number ?? 'no number',
    received: shown === undefined ? 'no number' : show(shown),
  }
}
