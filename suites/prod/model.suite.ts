import { ProductsModel, modelRun, scenario, type Found } from '#suite'
import { creation, deletion, list, read, readDeleted, search, update } from './product-commands.ts'

modelRun(
  'products agree with a plain model after any sequence of operations',
  { verifies: ['PROD-59'], needs: ['write'] },
  async ({ given, verify }) => {
    const workspaces = [...new Set([await given.workspace(), ...(await given.writableWorkspaces())])].slice(0, 2)
    return {
      commands: [creation(), creation(), update(), update(), search(), list(), read(), deletion(), readDeleted()],
      start: async () => ({
        model: new ProductsModel(),
        real: { given, verify, workspaces, stem: given.name(), readableStem: given.readableId() },
      }),
    }
  },
)

/** lawful: the next one has a description that the deployment gives by itself, and not this one */
const formerDescription = 'the former one'

scenario(
  'a product with the texts of a deleted one is created like any other',
  { verifies: ['PROD-59'], needs: ['write'] },
  async ({ given, verify }) => {
    const name = given.name()
    const former = await given.product({ name, description: formerDescription })
    given.requireSuccess(await given.remove('product', former.id), 'PROD-52')
    const next = await given.product({ name })
    const shown = await given.read('product', next.id)
    verify('PROD-59', shown).isAccepted(200)
    verify('PROD-59', shown).shows({ name, readable_id: next.body.readable_id })
    verify('PROD-59', shown).differsIn('description', formerDescription)
    const { exchange } = await given.eventually(() => given.search(next.workspaceId, name), findsOnly(next.id))
    verify('PROD-59', exchange).listsOnly([next.id])
  },
)

/** Whether a search has found one product alone. */
function findsOnly(id: string): (found: Found) => boolean {
  return ({ ids }) => ids.join() === id.toLowerCase()
}
