import { randomUUID } from 'node:crypto'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { forbidden } from '../../reference/service/http/service-error.ts'
import { judgeFormat, outOfFormat } from '../../reference/service/part-numbers/judge-format.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { defineVariants } from './variant.ts'

/** Its operators know it before the service starts. */
const workspaceForTests = '6f1d3c52-8b0a-4e57-9c64-0d2a7b91e3f5'

/** Lawful differences in what may be done in a workspace or an organization. */
export const placeVariants = defineVariants({
  'a-workspace-is-for-tests': {
    title: 'has its test workspace behind other workspaces, as declared in the target file',
    latitude: 'operators may choose the workspace for a run',
    touches: ['PROD-17', 'PROD-20'],
    target: { workspaceId: workspaceForTests },
    without: ['one-workspace-only', 'ids-are-of-another-version'],
    changes: [
      prepares((store, { organizations }) => {
        const workspace =
          "INSERT INTO workspaces (id, organization_id, name, readable_id) VALUES (?, ?, 'Tests', 'tests')"
        store.run(workspace, workspaceForTests, organizations.own)
      }),
    ],
  },
  'a-workspace-is-locked': {
    title: 'has three workspaces, of which the second rejects new products',
    latitude: 'the contract does not say what else a workspace may reject',
    touches: ['PROD-17', 'PROD-29', 'UP-12', 'PN-09'],
    without: ['one-workspace-only', 'hundreds-of-workspaces', 'nothing-is-there-yet'],
    changes: [
      prepares((store) => {
        store.run(
          `INSERT INTO workspaces (id, organization_id, name, readable_id)
           SELECT ?, organization_id, 'Third', 'third' FROM workspaces ORDER BY sequence LIMIT 1`,
          randomUUID(),
        )
      }),
      replace(createProduct, (sound) => (deployment, body, caller) => {
        if (body.workspace_id.toLowerCase() === secondWorkspace(deployment)) throw forbidden()
        return sound(deployment, body, caller)
      }),
    ],
  },
  'the-other-organization-has-a-number-rule': {
    title: 'accepts only part numbers that begin with ZZ-, in the other organization',
    latitude: 'each organization may have a rule for the format of its part numbers',
    touches: ['PN-10'],
    changes: [
      replace(judgeFormat, (sound) => (deployment, question) => {
        const organization = workspaceRow(deployment, question.workspaceId)?.organization_id
        if (organization === deployment.organizations.other && !question.number.startsWith('ZZ-')) throw outOfFormat()
        sound(deployment, question)
      }),
    ],
  },
})

function secondWorkspace({ store, organizations }: Deployment): string | undefined {
  return store.get<{ id: string }>(
    'SELECT id FROM workspaces WHERE organization_id = ? ORDER BY sequence LIMIT 1 OFFSET 1',
    organizations.own,
  )?.id
}
