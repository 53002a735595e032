import { textField, type Exchange, type Fields, type MadeItem, type PropertyType, type Sources } from '#suite'
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

/** One creation of each type, whose answer several checks look at. */
export function sendCreation(type: PropertyType, context: Sources): Promise<Creation> {
  const { api, given, session } = context
  return session.shared(`creation of a ${type} property`, async () => {
    const item = await sharedItem(context, `a created ${type} property`)
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
