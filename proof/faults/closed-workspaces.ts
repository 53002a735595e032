import { answersOf, isRecord, type JsonRecord } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { defineFaults } from './fault.ts'
import { firstWorkspace } from './first-workspace.ts'

/** Faults in which a key is let into the first workspace of its organization only. */
export const closedWorkspaceFaults = defineFaults({
  'products-of-later-workspaces-are-unknown': {
    title: 'returns 404 for a read by id of a product outside the first workspace',
    breaks: ['AUTH-08'],
    changes: [closedElsewhere('GET /products/:product_id', 404)],
  },
  'items-of-later-workspaces-are-closed': {
    title: 'returns 403 for a read by id of an item outside the first workspace',
    breaks: ['AUTH-08'],
    changes: [closedElsewhere('GET /items/:item_id', 403)],
  },
})

function closedElsewhere(route: string, status: 403 | 404): AnswerChange {
  return answersOf({ routes: [route] }, (answer, deployment) => {
    if (!isRecord(answer.json) || isInFirst(deployment, answer.json)) return answer
    const error = status === 403 ? 'forbidden' : 'not_found'
    return { ...answer, status, json: { error, message: 'this key reaches one workspace', details: null } }
  })
}

/** What belongs to another organization is left as it is. */
function isInFirst(deployment: Deployment, record: JsonRecord): boolean {
  const sql = `SELECT workspaces.id, organization_id FROM workspaces JOIN products ON products.workspace_id = workspaces.id
    WHERE products.id = ?`
  const productId = String(record['product_id'] ?? record['id'])
  const workspace = deployment.store.get<{ id: string; organization_id: string }>(sql, productId)
  const isOwn = workspace?.organization_id === deployment.organizations.own
  return !isOwn || workspace.id === firstWorkspace(deployment)?.id
}
