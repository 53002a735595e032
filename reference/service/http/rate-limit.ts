import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Allowance, RateLimit } from './rate-limiter.ts'

export type Counted = Pick<FastifyRequest, 'caller' | 'url'>

const generous: RateLimit = { limit: 1_000_000, windowSeconds: 60 }
const withoutOrganization = 'anonymous'

/** Counts a request: with all others of its organization, or with all that come without a valid key. */
export const takeAllowance = rule((deployment: Deployment, { caller }: Counted): Allowance => {
  const counted = caller?.organizationId ?? withoutOrganization
  return countRequest(deployment, counted, rateLimitOf(deployment, counted))
})

/** Counts a request within the window of `counted`. */
export const countRequest = rule(({ rateLimiter }: Deployment, counted: string, rate: RateLimit): Allowance =>
  rateLimiter.take(counted, rate),
)

/** The limit that holds for an organization: the configured one, or a generous one. */
export const rateLimitOf = rule(
  (deployment: Deployment, organizationId: string): RateLimit =>
    configuredRateLimit(deployment, organizationId) ?? generous,
)

/** The limit that was configured for an organization, if any. */
export function configuredRateLimit({ store }: Deployment, organizationId: string): RateLimit | undefined {
  return store.get<RateLimit>(
    `SELECT rate_limit AS "limit", rate_window_seconds AS windowSeconds FROM organizations
     WHERE id = ? AND rate_limit IS NOT NULL`,
    organizationId,
  )
}

/** Configures the limit of an organization, or the generous one with null; windows begin again. */
export const configureRateLimit = rule(
  ({ store, rateLimiter }: Deployment, organizationId: string, rate: RateLimit | null): void => {
    store.run(
      'UPDATE organizations SET rate_limit = ?, rate_window_seconds = ? WHERE id = ?',
      rate?.limit ?? null,
      rate?.windowSeconds ?? null,
      organizationId,
    )
    rateLimiter.clear()
  },
)
