import { isRecord } from '../changes/answers.ts'
import type { Change, RequestChange, RuleChange, Sent } from '../changes/change.ts'
import { forget, recall, remember } from '../changes/memory.ts'
import { dropsIndex } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { knownNumber, refuseKnownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import type { Claim } from '../../reference/service/part-numbers/part-number.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { isReadableIdInUse, refuseUsedReadableId } from '../../reference/service/products/readable-id.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { attempt } from './attempt.ts'
import { defineFaults } from './fault.ts'

const creation = 'POST /products'
const update = 'PATCH /products/:product_id'

/** Faults of services that look first and write a moment later, whatever has come between: races show them. */
export const judgedTooEarlyFaults = defineFaults({
  'number-judged-before-it-is-claimed': {
    title: 'checks that a number is free, waits, and uses it (race)',
    breaks: ['PN-18', 'PN-19', 'PN-20'],
    changes: [
      judgedOnArrival([creation, update], (deployment, { body, request }) => {
        const number = isRecord(body) ? body['part_number'] : undefined
        const organizationId = request.caller?.organizationId ?? ''
        return typeof number === 'string' && knownNumber(deployment, claimOf(organizationId, number)) === undefined
      }),
      ...numbersNotJudgedAgain(() => true),
    ],
  },
  'number-locked-in-its-workspace-only': {
    title: 'accepts a number twice if two workspaces use it at the same moment',
    breaks: ['PN-18'],
    changes: [
      requestsOf([creation], async (sent, deployment) => {
        if (await isAskedForElsewhere(deployment, sent)) judged.add(Object(sent.body))
        return sent
      }),
      ...numbersNotJudgedAgain((deployment, claim) => {
        const known = knownNumber(deployment, claim)
        return known?.state === 'active' && known.workspace_id !== claim.workspaceId
      }),
    ],
  },
  'readable-id-judged-before-it-is-claimed': {
    title: 'checks that a readable_id is free, waits, and uses it (race)',
    breaks: ['PROD-30'],
    changes: [
      judgedOnArrival([creation], (deployment, { body }) => {
        const { workspace_id: workspaceId, readable_id: readableId } = isRecord(body) ? body : {}
        const isAsked = typeof workspaceId === 'string' && typeof readableId === 'string'
        return isAsked && !isReadableIdInUse(deployment, { workspaceId: workspaceId.toLowerCase(), readableId })
      }),
      ...readableIdsNotJudgedAgain(),
    ],
  },
  'readable-id-judged-before-it-is-updated': {
    title: 'checks that a readable_id is free and updates a product to it a moment later (race)',
    breaks: ['PROD-45'],
    changes: [
      judgedOnArrival([update], (deployment, sent) => {
        const readableId = isRecord(sent.body) ? sent.body['readable_id'] : undefined
        const product = productOf(deployment, sent)
        if (typeof readableId !== 'string' || product === undefined) return false
        const { workspace_id: workspaceId, id: except } = product
        return !isReadableIdInUse(deployment, { workspaceId, readableId, except })
      }),
      ...readableIdsNotJudgedAgain(),
    ],
  },
  'update-writes-all-fields-back': {
    title: 'reads a product, waits, and writes all of its fields back (lost update)',
    breaks: ['PROD-51'],
    changes: [
      requestsOf([update], async (sent, deployment) => {
        const product = productOf(deployment, sent)
        if (!isRecord(sent.body) || product === undefined) return sent
        const { name, description, readable_id } = product
        await waitAMoment()
        return { ...sent, body: { name, description: description ?? '', readable_id, ...sent.body } }
      }),
    ],
  },
})

/** Bodies of which something was judged when they came. */
const judged = new WeakSet<object>()

const judgedNow = 'judged too early'

function judgedOnArrival(
  routes: readonly string[],
  isFree: (deployment: Deployment, sent: Sent) => boolean,
): RequestChange {
  return requestsOf(routes, async (sent, deployment) => {
    if (!isRecord(sent.body) || !isFree(deployment, sent)) return sent
    judged.add(sent.body)
    await waitAMoment()
    return sent
  })
}

function numbersNotJudgedAgain(isMeant: (deployment: Deployment, claim: Claim) => boolean): readonly Change[] {
  return [
    dropsIndex('part_numbers_of_organization'),
    ...duringWrites(),
    replace(refuseKnownNumber, (sound) => (deployment, claim) => {
      if (recall(deployment, judgedNow) === undefined || !isMeant(deployment, claim)) sound(deployment, claim)
      else attempt(() => sound(deployment, claim))
    }),
  ]
}

function readableIdsNotJudgedAgain(): readonly Change[] {
  return [
    dropsIndex('readable_ids_of_workspace'),
    ...duringWrites(),
    replace(refuseUsedReadableId, (sound) => (deployment, wish) => {
      if (recall(deployment, judgedNow) === undefined) sound(deployment, wish)
      else attempt(() => sound(deployment, wish))
    }),
  ]
}

/** Says for as long as a body is written whether it was judged before. */
function duringWrites(): readonly RuleChange[] {
  return [
    replace(
      createProduct,
      (sound) => (deployment, body, caller) => during(deployment, body, () => sound(deployment, body, caller)),
    ),
    replace(
      updateProduct,
      (sound) => (deployment, question, body) => during(deployment, body, () => sound(deployment, question, body)),
    ),
  ]
}

function during<Result>(deployment: Deployment, body: object, write: () => Result): Result {
  if (judged.has(body)) remember(deployment, judgedNow, true)
  try {
    return write()
  } finally {
    forget(deployment, judgedNow)
  }
}

/** Whether the number is asked for in another workspace at this moment: each workspace has locks of its own. */
async function isAskedForElsewhere(deployment: Deployment, { body }: Sent): Promise<boolean> {
  const { part_number: number, workspace_id: workspaceId } = isRecord(body) ? body : {}
  if (typeof number !== 'string') return false
  const key = `asked for ${number}`
  const asking = (): readonly unknown[] => recall<readonly unknown[]>(deployment, key)?.value ?? []
  remember(deployment, key, [...asking(), workspaceId])
  await waitAMoment()
  const isElsewhere = asking().some((id) => id !== workspaceId)
  await waitAMoment()
  forget(deployment, key)
  return isElsewhere
}

function claimOf(organizationId: string, number: string): Claim {
  return { number, organizationId, workspaceId: '', holder: { kind: 'product', id: '' } }
}

function productOf(deployment: Deployment, { request }: Sent): ProductRow | undefined {
  return productRow(deployment, String(Reflect.get(Object(request.params), 'product_id')))
}
