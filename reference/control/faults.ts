import type { FastifyInstance } from 'fastify'
import type { Activations } from '../../proof/changes/activations.ts'

/** How often each fault of the deployment has made a difference. */
export function registerFaultControls(app: FastifyInstance, activations: Activations): void {
  app.get('/faults/activations', () => activations.counts())
}
