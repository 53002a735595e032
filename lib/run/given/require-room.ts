import { UntestedError } from '../../checks/errors.ts'
import type { Exchange, Identity } from '../../client/exchange.ts'
import { propertyTypes, type PropertyType } from '../../contract/patterns.ts'
import { fieldOf } from '../answer.ts'
import type { Api } from '../api.ts'
import type { Items } from './items.ts'

/** An upload that was denied at a place of this run, and how to send the same again. */
export interface DeniedUpload {
  readonly answer: Exchange
  readonly targetId: string
  readonly as: Identity
  readonly sendTo: (targetId: string) => Promise<Exchange>
}

/**
 * Passes on a denial that has nothing to do with its place: a fresh place of the same kind gets the same.
 * lawful: a product that takes so many files and no more, as a workspace may take so many products. Untested there.
 */
export async function requireRoom(
  api: Api,
  items: Items,
  { answer, targetId, as, sendTo }: DeniedUpload,
): Promise<void> {
  // What the second user is denied in the product of the first is not to be tried in one of their own.
  const maker = as === 'same-organization' ? 'own' : as
  const type = await typeOf(api, targetId, maker)
  const item = await items.item({ as: maker })
  const place = type === undefined ? item : await items.property(type, { item, as: maker })
  const again = await sendTo(place.id)
  if (again.status >= 300) return
  const { method, path } = answer.request
  throw new UntestedError({
    reason: 'capability-absent',
    cause: `a product with that many files takes no more: ${method} ${path} answered 403, and a new product took the same file`,
  })
}

/** The type of a property; undefined where it is none. */
async function typeOf(api: Api, id: string, as: Identity): Promise<PropertyType | undefined> {
  const type = fieldOf(await api.send('getProperty', { path: { property_id: id }, as }), 'type')
  return propertyTypes.find((known) => known === type)
}
