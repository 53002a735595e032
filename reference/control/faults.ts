import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../service/deployment.ts'

/** How often each switched-on fault was reached. */
export function registerFaultControls(app: FastifyInstance, { faults }: Deployment): void {
  app.get('/faults/activations', () => faults.activations())
}
