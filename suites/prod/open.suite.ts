import { assume, each, errorCodeOf, idsOf, isRecord, scenario, traffic, succeeded, asText } from '#suite'
import type { CheckContext, Exchange, MadeItem } from '#suite'
import { untilGone } from './deleted-products.ts'
import { marksBeside } from '../shared/marks-beside.ts'

type Id = 'PROD-60' | 'PROD-62'

/** Something that the contract leaves open, and how to find out what this target does. */
interface Open {
  readonly what: string
  readonly id: Id
  readonly needs?: readonly ['write']
  readonly observed: (context: CheckContext<Id>) => Promise<Readonly<Record<string, string>>>
}

const needs = ['write'] as const

const open: readonly Open[] = [
  {
    what: 'the name of the workspace parameter',
    id: 'PROD-60',
    observed: async ({ session }) => ({ 'workspace parameter': await session.dialect.workspaceParameter() }),
  },
  {
    what: 'the answer to a product list without a workspace',
    id: 'PROD-60',
    observed: async ({ api, given }) => {
      const list = await api.send('listProducts', { query: { limit: 200 } })
      if (list.status !== 200) return { 'list without a workspace': answerOf(list) }
      const workspaces = new Set(given.entriesOf(list).map((entry) => asText(entry['workspace_id']).toLowerCase()))
      const several = workspaces.size > 1 ? 'several workspaces' : 'one workspace'
      return { 'list without a workspace': 'accepted', 'list without a workspace has products of': several }
    },
  },
  {
    what: 'the answer to an unknown field on creation and update',
    id: 'PROD-62',
    needs,
    observed: async ({ given }) => {
      const broken = 'an unknown field'
      const creation = await given.createProduct({ ...(await given.productBody()), colour: 'blue' }, { broken })
      const { id } = await given.emptyProduct()
      const update = await given.update(id, { colour: 'blue' }, { broken })
      return {
        'unknown field at creation': acceptedOr(creation, keptOrIgnored),
        'unknown field in an update': acceptedOr(update, keptOrIgnored),
      }
    },
  },
  ...(['name', 'readable_id', 'baseline_version_number'] as const).map((field): Open => ({
    what: `the answer to an update with null for ${field}`,
    id: 'PROD-62',
    needs,
    observed: async ({ given, session }) => {
      const { id } = await session.shared('product that null is sent for', () => given.emptyProduct())
      // Passed over or refused, it breaks nothing: a server error, or a product without a name, has a rule of its own.
      const change = { [field]: null }
      const broken = 'null for a field that is always set'
      const answer = await given.update(id, { ...marksBeside(change, given), ...change }, { broken })
      await given.readProduct(id)
      return { [`null for ${field} in an update`]: acceptedOr(answer, () => 'accepted') }
    },
  })),
  {
    what: 'the answer to an empty search text',
    id: 'PROD-62',
    observed: async ({ given }) => {
      const workspaceId = await given.workspace()
      const [empty, all] = await Promise.all([
        given.listProducts(workspaceId, { query: { q: '', limit: 1 } }),
        given.listProducts(workspaceId, { query: { limit: 1 } }),
      ])
      const isAll = idsOf(empty).length === idsOf(all).length
      return { 'empty search text': acceptedOr(empty, () => (isAll ? 'finds all' : 'finds nothing')) }
    },
  },
  {
    what: 'the effect of an empty description in an update',
    id: 'PROD-62',
    needs,
    observed: async ({ given }) => {
      const { id } = await given.product({ description: 'described' })
      const update = await given.update(id, { description: '' })
      const read = await given.readProduct(id)
      return { 'description set to an empty string': acceptedOr(update, () => descriptionOf(read)) }
    },
  },
  {
    what: 'the reuse of the readable_id of a deleted product',
    id: 'PROD-62',
    needs,
    observed: async ({ given, session }) => {
      return {
        'readable_id of a deleted product': acceptedOr((await madeAgain({ given, session })).again, () => 'free again'),
      }
    },
  },
]

const formerDescription = 'of the product that is deleted'

interface MadeAgain {
  /** The answer to a creation with the readable_id of a product that was deleted, and with none of what that one had. */
  readonly again: Exchange
  /** An item that the deleted product had, or why it had none. */
  readonly item: PromiseSettledResult<MadeItem>
}

function madeAgain({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<MadeAgain> {
  return session.shared('creation with the readable_id of a deleted product', async () => {
    const product = await given.product({ description: formerDescription })
    const [item] = await Promise.allSettled([given.item({ product })])
    given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
    const again = await given.createProduct(await given.productBody({ readable_id: product.body.readable_id }))
    return { again, item }
  })
}

scenario(
  'a new product with the readable_id of a deleted one does not show its description',
  { verifies: ['PROD-18'], needs },
  async ({ given, session, verify }) => {
    const { again } = await madeAgain({ given, session })
    // lawful: the readable_id stays in use
    assume(succeeded(again), 'the target rejected the readable_id of a deleted product')
    // lawful: a description that the deployment gives by itself
    const hint = 'record reused: the record of the deleted product seems to be restored'
    verify('PROD-18', again).differsIn('description', formerDescription, { hint })
  },
)

/** What has come of it: thrown again if that is an obstacle. */
function settled<Value>(result: PromiseSettledResult<Value>): Promise<Value> {
  return result.status === 'fulfilled' ? Promise.resolve(result.value) : Promise.reject(result.reason)
}

scenario(
  'a new product with the readable_id of a deleted one has none of its items',
  { verifies: ['PROD-54'], needs },
  async ({ given, session, verify }) => {
    const { again, item } = await madeAgain({ given, session })
    // lawful: the readable_id stays in use
    assume(succeeded(again), 'the target rejected the readable_id of a deleted product')
    const { id } = await settled(item)
    const read = await untilGone(given, () => given.read('item', id))
    verify('PROD-54', read).hasStatus(404, {
      hint: 'wrong lookup: items seem to be selected by the readable_id of their product',
    })
  },
)

for (const { what, id, observed, ...options } of open)
  scenario(`${what} is observed`, { ...options, verifies: [id] }, async (context) => {
    await each(Object.entries(await observed(context)), async ([name, value]) => context.observe(id, name, value))
  })

traffic(
  'the spelling of part_number is observed',
  { judged: ['PROD-61'], needs: ['write', 'trace'] },
  async ({ given }) => {
    const { id } = await given.productWithPartNumber()
    await given.readProduct(id)
  },
)

function acceptedOr(answer: Exchange, how: (answer: Exchange) => string): string {
  return succeeded(answer) ? how(answer) : answerOf(answer)
}

function keptOrIgnored({ json }: Exchange): string {
  return isRecord(json) && 'colour' in json ? 'kept' : 'ignored'
}

function descriptionOf({ json }: Exchange): string {
  const left = isRecord(json) ? json['description'] : undefined
  if (left === undefined) return 'left out'
  if (left === null) return 'null'
  return left === '' ? 'an empty text' : 'as before'
}

function answerOf(answer: Exchange): string {
  return `${answer.status} ${errorCodeOf(answer) ?? ''}`.trimEnd()
}
