import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import type { RateLimit } from '../service/http/rate-limiter.ts'

const wish = new BodyRule<RateLimit | null>({
  type: ['object', 'null'],
  properties: { limit: { type: 'integer', minimum: 1 }, windowSeconds: { type: 'integer', minimum: 1 } },
  required: ['limit', 'windowSeconds'],
})

/** Sets the own organization's limit and opens a new window; null brings the generous default back. */
export function registerRateLimitControls(app: FastifyInstance, { rateLimiter, organizations }: Deployment): void {
  app.put('/rate-limit', (request, reply) => {
    rateLimiter.configure(organizations.own, wish.read(request))
    return reply.code(204).send()
  })
}
