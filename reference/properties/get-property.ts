import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { findPublishedProperty } from '../versions/find-published-property.ts'
import { findProperty } from './find-property.ts'
import { type Property, showProperty } from './property.ts'
import { propertyTypes } from './property-type.ts'

/** A property of the draft, or as of a version. The hint must be a type; the look-up here needs none. */
export function getProperty(deployment: Deployment, request: FastifyRequest, id: string): Property {
  const query = new Query(request)
  const version = query.version('version')
  query.choice('type', propertyTypes)
  const question = { id, caller: callerOf(request) }
  const row =
    version === undefined
      ? findProperty(deployment, question)
      : findPublishedProperty(deployment, { ...question, version })
  return showProperty(deployment, row)
}
