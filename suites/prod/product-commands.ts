import fc from 'fast-check'
import { type CheckContext, type Given, type ModelUpdate, type ProductsModel, shownId, succeeded } from '#suite'

type Command = fc.AsyncCommand<ProductsModel, Target>
type Verify = CheckContext<'PROD-59'>['verify']

/** What stands for the target in one sequence: names that belong together, and two workspaces at most. */
export interface Target {
  readonly given: Given
  readonly verify: Verify
  readonly workspaces: readonly string[]
  /** Every name of the sequence holds it, and no other name does. */
  readonly stem: string
  readonly readableStem: string
}

const words = ['Alpha', 'beta', 'GAMMA alpha', 'delta'] as const
/** The descriptions that products of a sequence are given. */
const ours = words.flatMap((word) => [`described as ${word}`, `now ${word}`])

export function creation(): fc.Arbitrary<Command> {
  return fc
    .record({ workspace: fc.nat(1), word: fc.nat(3), readable: fc.nat(4), described: fc.boolean() })
    .map(({ workspace: drawn, word, readable, described }) => ({
      toString: () => `create(workspace ${drawn}, ${words[word]}, readable_id ${readable})`,
      check: () => true,
      run: async (model, { given, stem, readableStem, verify, workspaces }) => {
        const workspace = drawn % workspaces.length
        const name = `${stem} ${words[word]}`
        const readableId = `${readableStem}_${readable}`
        const description = described ? `described as ${words[word]}` : ''
        const workspace_id = workspaces[workspace] ?? ''
        const answer = await given.createProduct({
          workspace_id,
          name,
          readable_id: readableId,
          ...(described ? { description } : {}),
        })
        const state = model.readableId(workspace, readableId)
        if (answer.status === 403 || (!succeeded(answer) && state === 'free')) await given.requireOpen(workspace_id)
        if (state === 'taken') {
          verify('PROD-59', answer).isRejected({ of: 'a creation with a readable_id in use' })
          return
        }
        if (state === 'open' && !succeeded(answer)) return
        verify('PROD-59', answer).isAccepted()
        const id = shownId(answer.json)
        model.created({ id, workspace, name, readableId, description })
      },
    }))
}

export function update(): fc.Arbitrary<Command> {
  const fields = fc.subarray(['name', 'readableId', 'description'] as const)
  return fc
    .record({ position: fc.nat(9), fields, word: fc.nat(3), readable: fc.nat(4) })
    .map(({ position, fields: given_, word, readable }) => ({
      toString: () => `update(product ${position}, ${given_.join(' ')}, ${words[word]}, readable_id ${readable})`,
      check: (model) => model.products.length > 0,
      run: async (model, { given, stem, readableStem, verify }) => {
        const product = model.nth(position)
        if (!product) return
        const all = {
          name: `${stem} ${words[word]}`,
          readableId: `${readableStem}_${readable}`,
          description: `now ${words[word]}`,
        }
        const change: ModelUpdate = Object.fromEntries(given_.map((field) => [field, all[field]]))
        const { readableId, ...others } = change
        const answer = await given.update(product.id, {
          ...others,
          ...(readableId === undefined ? {} : { readable_id: readableId }),
        })
        const state = readableId === undefined ? 'free' : model.readableId(product.workspace, readableId, product.id)
        if (state === 'taken') {
          verify('PROD-59', answer).isRejected({ of: 'an update to a readable_id in use' })
          return
        }
        if (state === 'open' && !succeeded(answer)) return
        verify('PROD-59', answer).isAccepted()
        model.updated(product, change)
      },
    }))
}

export function read(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `read(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { given, verify, workspaces }) => {
      const product = model.nth(position)
      if (!product) return
      const answer = await given.read('product', product.id)
      verify('PROD-59', answer).isAccepted()
      const { name, readableId: readable_id, description, workspace } = product
      const due = { name, readable_id, workspace_id: workspaces[workspace], ...(description !== '' && { description }) }
      verify('PROD-59', answer).shows(due)
      // lawful: if we gave none, a description that the deployment gives by itself
      const others = ours.filter((text) => text !== description)
      verify('PROD-59', answer).eachHas('description', { except: others }, { mayBeMissing: true })
    },
  }))
}

export function search(): fc.Arbitrary<Command> {
  return fc
    .record({ workspace: fc.nat(1), word: fc.nat(3), upper: fc.boolean() })
    .map(({ workspace, word, upper }) => ({
      toString: () => `search(workspace ${workspace}, ${upper ? words[word]?.toUpperCase() : words[word]})`,
      check: hasMade,
      run: (model, target) => {
        const text = `${target.stem} ${words[word]}`
        return compareFound(model, target, { workspace, text: upper ? text.toUpperCase() : text })
      },
    }))
}

export function list(): fc.Arbitrary<Command> {
  return fc.nat(1).map((workspace) => ({
    toString: () => `list(workspace ${workspace})`,
    check: hasMade,
    run: (model, target) => compareFound(model, target, { workspace, text: target.stem }),
  }))
}

/** Where nothing was ever created, a search that finds nothing shows nothing. */
function hasMade({ products, deleted }: ProductsModel): boolean {
  return products.length > 0 || deleted.length > 0
}

interface Question {
  readonly workspace: number
  readonly text: string
}

async function compareFound(model: ProductsModel, target: Target, { workspace: drawn, text }: Question): Promise<void> {
  const workspace = drawn % target.workspaces.length
  const due = model.found(workspace, text)
  const { exchange } = await target.given.eventually(
    () => target.given.search(target.workspaces[workspace] ?? '', text),
    (found) => found.ids.toSorted().join() === due.join(),
  )
  target.verify('PROD-59', exchange).listsOnly(due)
}

export function deletion(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `delete(product ${position})`,
    check: (model) => model.products.length > 0,
    run: async (model, { given, verify }) => {
      const product = model.nth(position)
      if (!product) return
      const answer = await given.remove('product', product.id)
      verify('PROD-59', answer).isAccepted()
      model.removed(product)
    },
  }))
}

export function readDeleted(): fc.Arbitrary<Command> {
  return fc.nat(9).map((position) => ({
    toString: () => `read(deleted product ${position})`,
    check: (model) => model.deleted.length > 0,
    run: async (model, { given, verify }) => {
      const id = model.deleted[position % model.deleted.length] ?? ''
      const answer = await given.eventually(
        () => given.read('product', id),
        (shown) => !succeeded(shown),
      )
      verify('PROD-59', answer).isRejected({ of: 'a read of a deleted product' })
    },
  }))
}
