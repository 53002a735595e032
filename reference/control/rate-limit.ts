import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import { configuredRateLimit, configureRateLimit } from '../service/http/rate-limit.ts'
import type { RateLimit } from '../service/http/rate-limiter.ts'

const wish = new BodyRule<RateLimit | null>({
  type: ['object', 'null'],
  properties: { limit: { type: 'integer', minimum: 1 }, windowSeconds: { type: 'integer', minimum: 1 } },
  required: ['limit', 'windowSeconds'],
})

/** Tells and sets the own organization's limit; setting opens a new window, and null brings the generous default back. */
export function registerRateLimitControls(app: FastifyInstance, deployment: Deployment): void {
  const { own } = deployment.organizations
  app.get('/rate-limit', (_, reply) =>
    reply.type('application/json').send(JSON.stringify(configuredRateLimit(deployment, own) ?? null)),
  )
  app.put('/rate-limit', (request, reply) => {
    configureRateLimit(deployment, own, wish.read(request))
    return reply.code(204).send()
  })
}
