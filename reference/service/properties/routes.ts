import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { refusingInBulk } from '../items/bulk-refusal.ts'
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
  const { faults, variants } = deployment
  app.get('/properties', (request) => listProperties(deployment, request))

  app.post('/properties', (request, reply) => {
    const body = propertyCreation.read(request)
    reply.code(faults.active('property-creation-answers-200') ? 200 : 201)
    const property = createProperty(deployment, body, callerOf(request))
    return faults.active('creation-answers-without-references') ? { ...property, references: undefined } : property
  })

  app.post('/properties/bulk', (request, reply) => {
    reply.code(201)
    return refusingInBulk(deployment, () => {
      const items = createProperties(deployment, propertyBulkCreation.read(request), callerOf(request))
      return { items, count: items.length }
    })
  })

  app.get<ById>('/properties/:property_id', (request) => getProperty(deployment, request, request.params.property_id))

  app.patch<ById>('/properties/:property_id', (request) => {
    const isEmptied = Array.isArray(request.body) && deployment.faults.active('array-counts-as-no-change-of-property')
    const body = propertyUpdate.read(isEmptied ? { body: {} } : request)
    return updateProperty(deployment, { id: request.params.property_id, caller: callerOf(request) }, body)
  })

  app.delete<ById>('/properties/:property_id', (request, reply) => {
    deleteProperty(deployment, { id: request.params.property_id, caller: callerOf(request) })
    return variants.chosen('deletions-answer-with-a-body') ? { id: request.params.property_id } : reply.code(204).send()
  })
}
