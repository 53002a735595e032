import { randomUUID } from 'node:crypto'
import { arrivals } from '../changes/arrivals.ts'
import { answers, isRecord } from '../changes/answers.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { prepares } from '../changes/prepares.ts'
import { recall, remember } from '../changes/memory.ts'
import { ConcurrentUsers } from './concurrent-users.ts'
import { storeEdgeCases } from './edge-case-data.ts'
import { addFiles, addItems, addPartNumberRule, addProducts, addWorkspaces } from './many-rows.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what is there, and in who else is at work. */
export const contentVariants = defineVariants({
  'only-edge-case-data-is-there': {
    title: 'contains mostly long, unset and empty values, and names of spaces',
    latitude: 'the contract has no limit for texts, and values may be unset',
    touches: ['PROD-04', 'PROP-16', 'FILE-02'],
    without: ['nothing-is-there-yet'],
    changes: [prepares((_, deployment) => storeEdgeCases(deployment))],
  },
  'nothing-is-there-yet': {
    title: 'has workspaces but no product',
    latitude: 'a deployment may be new',
    touches: ['PAGE-02', 'PAGE-04'],
    changes: [
      prepares((store, { organizations: { own } }) => {
        store.run('DELETE FROM part_numbers WHERE organization_id = ?', own)
        store.run(
          'DELETE FROM products WHERE workspace_id IN (SELECT id FROM workspaces WHERE organization_id = ?)',
          own,
        )
      }),
    ],
  },
  'the-first-workspace-is-empty': {
    title: 'has an empty workspace before the others',
    latitude: 'a workspace may be empty',
    touches: ['PAGE-02', 'PROD-35'],
    without: ['one-workspace-only', 'nothing-is-there-yet'],
    changes: [
      prepares((store, { organizations: { own } }) => {
        const before = '(SELECT min(sequence) - 1 FROM workspaces)'
        const workspace = `INSERT INTO workspaces (sequence, id, organization_id, name, readable_id)
          VALUES (${before}, ?, ?, 'Not used yet', 'not_used_yet')`
        store.run(workspace, randomUUID(), own)
      }),
    ],
  },
  'one-workspace-only': {
    title: 'has a single workspace',
    latitude: 'the contract does not define the number of workspaces',
    touches: ['PROD-20', 'PROD-29', 'PN-09', 'UP-12'],
    changes: [
      prepares((store, { organizations: { own } }) => {
        const first = 'SELECT min(sequence) FROM workspaces WHERE organization_id = ?'
        store.run(`DELETE FROM workspaces WHERE organization_id = ? AND sequence <> (${first})`, own, own)
      }),
    ],
  },
  'no-version-was-ever-published': {
    title: 'has no versions, and no control publishes one',
    latitude: 'versions are made in the web application',
    touches: ['VER-01', 'VER-16', 'PROD-08'],
    controls: false,
    changes: [
      prepares((store) => {
        store.run('UPDATE products SET baseline_version_number = NULL')
        store.run('DELETE FROM versions')
      }),
    ],
  },
  'part-number-rule-nobody-declared-in-the-first-workspace': {
    title: 'accepts only part numbers of one format in its first workspace, which the target file does not declare',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-09', 'PN-01'],
    controls: false,
    without: ['part-number-rule-holds-everywhere', 'nothing-is-there-yet'],
    changes: [prepares((store, { organizations }) => addPartNumberRule(store, organizations.own, 0))],
  },
  'part-number-rule-nobody-declared-in-the-second-workspace': {
    title: 'accepts only part numbers of one format in its second workspace, which the target file does not declare',
    latitude: 'the rule is configured in the web application',
    touches: ['PN-17', 'PN-09', 'PN-01'],
    controls: false,
    without: ['part-number-rule-holds-everywhere', 'one-workspace-only'],
    changes: [prepares((store, { organizations }) => addPartNumberRule(store, organizations.own, 1))],
  },
  'twenty-thousand-products': {
    title: 'has 20,000 products in the first workspace',
    latitude: 'a deployment may be large',
    touches: ['PAGE-16', 'PAGE-06', 'PROD-20'],
    without: ['nothing-is-there-yet', 'one-workspace-only'],
    changes: [prepares((store, { organizations }) => addProducts(store, organizations.own))],
  },
  'hundreds-of-workspaces': {
    title: 'has 230 workspaces, and a product in the last',
    latitude: 'an organization may have many workspaces',
    touches: ['WS-01', 'AUTH-08', 'PAGE-16'],
    without: ['one-workspace-only'],
    changes: [prepares((store, { organizations }) => addWorkspaces(store, organizations.own))],
  },
  'thousands-of-files': {
    title: 'has 2,500 files',
    latitude: 'a deployment may be large',
    touches: ['FILE-13', 'PAGE-16'],
    without: ['nothing-is-there-yet', 'only-edge-case-data-is-there'],
    changes: [prepares((store, { organizations }) => addFiles(store, organizations.own))],
  },
  'thousands-of-items': {
    title: 'has 2,500 items',
    latitude: 'a deployment may be large',
    touches: ['ITEM-09', 'PAGE-16'],
    without: ['nothing-is-there-yet', 'only-edge-case-data-is-there'],
    changes: [prepares((store, { organizations }) => addItems(store, organizations.own))],
  },
  'others-are-at-work': {
    title: 'has other users who constantly create, change and delete products and their contents',
    latitude: 'other users may use the deployment too',
    touches: ['PAGE-16', 'PAGE-17', 'PAGE-15', 'GEN-04'],
    changes: [arrivals((_, deployment) => concurrentUsersOf(deployment).requested())],
  },
  'products-are-touched-later': {
    title: 'changes updatedAt of a product a moment after a record is created in it',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROD-19', 'PROD-50', 'GEN-04'],
    changes: [
      answers((answer, deployment) => {
        const { body } = answer.request
        if (answer.status === 201 && isRecord(body) && typeof body['product_id'] === 'string')
          touchLater(deployment, body['product_id'].toLowerCase())
        return answer
      }),
    ],
  },
})

function concurrentUsersOf(deployment: Deployment): ConcurrentUsers {
  const known = recall<ConcurrentUsers>(deployment, 'others-are-at-work')?.value
  const users = known ?? new ConcurrentUsers(deployment)
  if (known === undefined) remember(deployment, 'others-are-at-work', users)
  return users
}

const laterMs = 150

function touchLater({ store, closing }: Deployment, productId: string): void {
  const touch = (): void => {
    if (closing.aborted) return
    store.run('UPDATE products SET updated_at = ? WHERE id = ?', new Date().toISOString(), productId)
  }
  setTimeout(touch, laterMs).unref()
}
