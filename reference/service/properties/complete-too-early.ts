import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '../deployment.ts'
import { findLivingProperty, type PropertyQuestion } from './find-property.ts'
import type { PropertyUpdate } from './property-body.ts'

/** A fault of updates that write all fields back as they read them; a sound service writes what the body gives. */
export async function completeTooEarly(
  deployment: Deployment,
  question: PropertyQuestion,
  body: PropertyUpdate,
): Promise<PropertyUpdate> {
  if (!deployment.faults.active('property-update-writes-all-fields-back')) return body
  const { name, description } = findLivingProperty(deployment, question)
  await delay(25)
  return { name, description: description ?? '', ...body }
}
