import type { Deployment } from '../deployment.ts'

/** What an upload's description waits for: `pending` where the organization uses AI, nothing where it does not. */
export function firstDescriptionStatus({ store }: Deployment, organizationId: string): 'pending' | null {
  const organization = store.get<{ ai_usage: number }>(
    'SELECT ai_usage FROM organizations WHERE id = ?',
    organizationId,
  )
  return organization?.ai_usage === 1 ? 'pending' : null
}
