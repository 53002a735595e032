import { UntestedError } from '../../checks/errors.ts'
import { errorCodeOf } from '../../checks/error-body.ts'
import { succeeded, type Exchange, type Identity } from '../../client/exchange.ts'
import { propertyTypes, type PropertyType } from '../interface/patterns.ts'
import { fieldOf } from '../../run/answer.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { Items } from './items.ts'
import { madeAt } from './room.ts'
import { noteFull } from './shared-places.ts'
import { requestName } from '../../wording/request-words.ts'

/** What another place is made with. */
export interface Makers {
  readonly api: Api
  readonly session: Session
  readonly items: Items
}

/** An upload that was denied at a place of this run, and a function that repeats it. */
export interface DeniedUpload {
  readonly answer: Exchange
  readonly targetId: string
  readonly as: Identity
  readonly sendTo: (targetId: string) => Promise<Exchange>
  /** Sends a plain file to an item, if such a file was accepted before. */
  readonly sendPlain?: (targetId: string) => Promise<Exchange>
}

/**
 * Returns a denial that does not depend on its place: a new place of the same kind gets the same one, and a plain file is still
 * accepted if one was before. A rejection with an undocumented code counts only if a plain file is rejected alike. Otherwise
 * untested. lawful: a limit on the files of a product or workspace, or on products
 */
export async function requireRoom(makers: Makers, denied: DeniedUpload): Promise<void> {
  const { api, items } = makers
  const { answer, targetId, as, sendTo, sendPlain } = denied
  // What the second user may not do in the product of the first must not be tried in one of their own.
  const maker = as === 'same-organization' ? 'own' : as
  if (answer.status !== 403 && !isAlike(answer, await sendPlain?.(targetId))) return
  const type = await typeOf(api, targetId, maker)
  const item = await items.item({ as: maker })
  const place = type === undefined ? item : await items.property(type, { item, as: maker })
  const again = await (answer.status === 403 ? sendTo : sendPlain)?.(place.id)
  const what = answer.status === 403 ? 'the same file' : 'a plain file'
  const refusal = `${requestName(answer.request)} answered ${answer.status}`
  // lawful: the same bytes may count as a duplicate if a denied file is kept for a while
  if (again && (succeeded(again) || (answer.status === 403 && again.status === 409))) {
    noteFull(makers.session, 'files', madeAt(makers.session, `files of ${targetId}`))
    throw untestable(`the product was full: ${refusal}, and a new product answered ${again.status} to ${what}`)
  }
  // If the second user can upload to an item of its own, the workspace is not full: the place of the first was denied.
  const plain = await sendPlain?.(maker === as ? item.id : (await items.item({ as })).id)
  if (plain?.status === 403 || isAlike(answer, plain))
    throw untestable(`the workspace was full: ${refusal}, also to a plain file`)
}

/** Whether a plain file gets the same refusal. */
function isAlike(answer: Exchange, plain: Exchange | undefined): boolean {
  return plain?.status === answer.status && errorCodeOf(plain) === errorCodeOf(answer)
}

function untestable(cause: string): UntestedError {
  return new UntestedError({ reason: 'capability-absent', cause })
}

/** The type of a property; undefined if it is none. */
async function typeOf(api: Api, id: string, as: Identity): Promise<PropertyType | undefined> {
  const type = fieldOf(await api.send('getProperty', { path: { property_id: id }, as }), 'type')
  return propertyTypes.find((known) => known === type)
}
