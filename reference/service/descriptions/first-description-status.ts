import type { Deployment } from '../deployment.ts'
import type { UploadTarget } from '../files/upload-target.ts'
import { rule } from '../rule.ts'

/** What an upload's description waits for: `pending` if the organization uses AI, nothing if it does not. */
export const firstDescriptionStatus = rule(({ store }: Deployment, target: UploadTarget): 'pending' | null => {
  const organization = store.get<{ ai_usage: number }>(
    'SELECT ai_usage FROM organizations WHERE id = ?',
    target.organization_id,
  )
  return organization?.ai_usage === 1 ? 'pending' : null
})
