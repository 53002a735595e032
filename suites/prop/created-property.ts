import {
  propertyTypes,
  textField,
  type Exchange,
  type Fields,
  type MadeItem,
  type PropertyType,
  type Sources,
} from '#suite'
import { sharedItem } from '../shared/shared-place.ts'

/** A creation as it was answered, whatever the answer. */
export interface Creation {
  readonly item: MadeItem
  readonly body: Fields
  readonly answer: Exchange
}

export interface CreatedProperty extends Creation {
  readonly id: string
}

/** The item in which a property of a type is created. One of them is alone there: the first of an item may be another case. */
function placeOf(type: PropertyType): string {
  return type === 'date' ? 'a created property' : 'created properties'
}

/** One creation of each type, whose answer several checks look at. */
export function sendCreation(type: PropertyType, context: Sources): Promise<Creation> {
  const { api, given, session } = context
  return session.shared(`creation of a ${type} property`, async () => {
    const item = await sharedItem(context, placeOf(type))
    const body = await given.propertyBody(type, item)
    return { item, body, answer: await api.send('createProperty', { json: body }) }
  })
}

/** The property that it made, with the answer to a read by its id, whatever it is. */
export async function readCreated(
  type: PropertyType,
  context: Sources,
): Promise<CreatedProperty & { readonly read: Exchange }> {
  const created = await createdProperty(type, context)
  const read = await context.session.shared(`created ${type} property by its id`, () =>
    context.given.read('property', created.id),
  )
  return { ...created, read }
}

/** The property that it made. Blocked by PROP-29 if it was rejected. */
export async function createdProperty(type: PropertyType, context: Sources): Promise<CreatedProperty> {
  const creation = await sendCreation(type, context)
  context.given.requireSuccess(creation.answer, 'PROP-29')
  return { ...creation, id: textField(creation.answer, 'id', 'PROP-01') }
}

/** The list of its item, once it shows what was made there. lawful: an index of lists may lag, which is blamed on GEN-06 alone */
export async function listOfCreated(type: PropertyType, context: Sources): Promise<Exchange> {
  const { given, session } = context
  const { item } = await createdProperty(type, context)
  return session.shared(`list of the properties created in ${item.id}`, async () => {
    const types = propertyTypes.filter((one) => placeOf(one) === placeOf(type))
    const outcomes = await Promise.allSettled(types.map((one) => createdProperty(one, context)))
    const created = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    // lawful: an item or a product with few places, so that the types were created in several items
    const there = created.filter((one) => one.item.id === item.id)
    return given.eventually(
      () => given.listProperties(item.id, { query: { limit: 100 } }),
      (list) => there.every((one) => given.lists(list, one)),
    )
  })
}
