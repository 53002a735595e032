import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { createProperties, createProperty } from './create-property.ts'
import { deleteProperty } from './delete-property.ts'
import { getProperty } from './get-property.ts'
import { listProperties } from './list-properties.ts'
import { propertyBulkCreation, propertyCreation, propertyUpdate } from './property-body.ts'
import { updateProperty } from './update-property.ts'

interface ById {
  readonly Params: { readonly property_id: string }
}

/** Properties: list, single and bulk creation, records of the draft and of versions, soft deletion. */
export function registerProperties(app: FastifyInstance, deployment: Deployment): void {
  app.get('/properties', (request) => listProperties(deployment, request))

  app.post('/properties', (request, reply) => {
    reply.code(201)
    return createProperty(deployment, propertyCreation.read(request), callerOf(request))
  })

  app.post('/properties/bulk', (request, reply) => {
    const items = createProperties(deployment, propertyBulkCreation.read(request), callerOf(request))
    return reply.code(201).send({ items, count: items.length })
  })

  app.get<ById>('/properties/:property_id', (request) => getProperty(deployment, request, request.params.property_id))

  app.patch<ById>('/properties/:property_id', (request) => {
    const question = { id: request.params.property_id, caller: callerOf(request) }
    return updateProperty(deployment, question, propertyUpdate.read(request))
  })

  app.delete<ById>('/properties/:property_id', (request, reply) => {
    deleteProperty(deployment, { id: request.params.property_id, caller: callerOf(request) })
    return reply.code(204).send()
  })
}
