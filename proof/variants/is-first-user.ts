import type { Deployment } from '../../reference/service/deployment.ts'

/** Whether a user is the first of the organization. */
export function isFirstUser({ store }: Deployment, userId: string): boolean {
  const first = store.get<{ id: string }>(
    `SELECT id FROM users WHERE organization_id = (SELECT organization_id FROM users WHERE id = ?)
     ORDER BY sequence LIMIT 1`,
    userId,
  )
  return first?.id === userId
}
