import type { MadeProperty, PropertyType, Sources } from '#suite'
import { sharedItem } from './shared-place.ts'

/**
 * A property for updates, which checks use one after the other: each sets the value that it begins with, and none minds what was there
 * before.
 */
export function updatedProperty(
  type: PropertyType,
  sources: Pick<Sources, 'given' | 'session'>,
): Promise<MadeProperty> {
  const { given, session } = sources
  return session.lending.lent(`${type} property that is updated`, async () =>
    given.property(type, { item: await sharedItem(sources, 'updates') }),
  )
}
