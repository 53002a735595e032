import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'
import { BodyRule } from '../service/http/body.ts'
import { rule } from '../service/rule.ts'

const wish = new BodyRule<{ readonly enabled: boolean }>({
  type: 'object',
  properties: { enabled: { type: 'boolean' } },
  required: ['enabled'],
})

/** The own organization decides whether its uploads are described by themselves, and may be asked what it decided. */
export function registerAiUsageControls(app: FastifyInstance, deployment: Deployment): void {
  const { store, organizations } = deployment
  app.get('/ai-usage', () => {
    const row = store.get<{ ai_usage: number }>('SELECT ai_usage FROM organizations WHERE id = ?', organizations.own)
    return { enabled: row?.ai_usage === 1 }
  })
  app.put('/ai-usage', (request, reply) => {
    setAiUsage(deployment, wish.read(request).enabled)
    return reply.code(204).send()
  })
}

/** Switches the description of uploads on or off for the own organization. */
export const setAiUsage = rule(({ store, organizations }: Deployment, enabled: boolean): void => {
  store.run('UPDATE organizations SET ai_usage = ? WHERE id = ?', enabled ? 1 : 0, organizations.own)
})
