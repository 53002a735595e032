import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import type { RateLimit } from '../service/http/rate-limiter.ts'

const wish = new BodyRule<RateLimit | null>({
  type: ['object', 'null'],
  properties: { limit: { type: 'integer', minimum: 1 }, windowSeconds: { type: 'integer', minimum: 1 } },
  required: ['limit', 'windowSeconds'],
})

interface ConfiguredLimit {
  readonly rate_limit: number | null
  readonly rate_window_seconds: number | null
}

/** Tells and sets the own organization's limit; setting opens a new window, and null brings the generous default back. */
export function registerRateLimitControls(app: FastifyInstance, deployment: Deployment): void {
  const { rateLimiter, organizations, store } = deployment
  app.get('/rate-limit', (_, reply) => {
    const row = store.get<ConfiguredLimit>(
      'SELECT rate_limit, rate_window_seconds FROM organizations WHERE id = ?',
      organizations.own,
    )
    const limit = row?.rate_limit ?? null
    return reply
      .type('application/json')
      .send(JSON.stringify(limit && { limit, windowSeconds: row?.rate_window_seconds }))
  })
  app.put('/rate-limit', (request, reply) => {
    rateLimiter.configure(organizations.own, wish.read(request))
    return reply.code(204).send()
  })
}
