import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import { findPublishedProperty } from '../versions/find-published-property.ts'
import type { RequestedVersion } from '../versions/find-version.ts'
import { findProperty, type PropertyQuestion } from './find-property.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'
import { readType } from './read-type.ts'

/** Which property, of the draft if no version is named, and who asks. */
export interface PropertyAsOf extends PropertyQuestion {
  readonly version: RequestedVersion | undefined
}

/** A property of the draft, or as of a version. A hint must be a type; finding a property by its id needs none. */
export const getProperty = rule((deployment: Deployment, request: FastifyRequest, id: string): Property => {
  const query = new Query(request)
  const version = query.version('version')
  readType(deployment, query)
  return showProperty(deployment, findPropertyAsOf(deployment, { id, caller: callerOf(request), version }))
})

/** The property in the draft, or as it was published. */
export const findPropertyAsOf = rule((deployment: Deployment, { version, ...question }: PropertyAsOf): PropertyRow =>
  version === undefined
    ? findProperty(deployment, question)
    : findPublishedProperty(deployment, { ...question, version }),
)
