import { fieldOf, isSameRecord, type Exchange, type Given } from '#suite'

/** Fields of a product that no request sets: whoever works with it does, or an automation. */
export const setByTheService = ['owner', 'status', 'excludedStatusIds', 'archived'] as const

/** Fields that requests set too. lawful: a service that sets them where nobody has, such as a generated description */
const setIfUnset = ['description', 'part_number'] as const

/** Of the fields that no request has set, those that two answers show differently. */
export function changedBetween(before: Exchange, after: Exchange): readonly string[] {
  const records = { kind: 'product', expected: before.json, received: after.json, shows: 'entry' } as const
  const moved = setByTheService.filter((field) => !isSameRecord({ ...records, only: [field] }))
  return [...moved, ...unsetIn(before).filter((field) => typeof fieldOf(after, field) === 'string')]
}

/**
 * Of the fields that no request has set, those that an answer shows as they were before.
 * lawful: an automation that sets them after a write was answered
 */
export function asBefore(before: Exchange, answer: Exchange): readonly string[] {
  const moved = changedBetween(before, answer)
  return settable(before).filter((field) => !moved.includes(field))
}

/** The fields of a product that the service may set by itself after an answer: those that no request has set. */
export function settable(answer: Exchange): readonly string[] {
  return [...setByTheService, ...unsetIn(answer)]
}

function unsetIn(answer: Exchange): readonly string[] {
  return setIfUnset.filter((field) => fieldOf(answer, field) === undefined)
}

/**
 * Which of the fields that changed during writes to a product also change on a new product without writes. lawful: automations
 * that set owners and statuses of all products a moment after their creation
 */
export async function changedByService(given: Given, fields: readonly string[]): Promise<readonly string[]> {
  if (fields.length === 0) return []
  const { id, exchange } = await given.product({}, { isNew: true })
  const areSet = (shown: Exchange): readonly string[] => {
    const moved = changedBetween(exchange, shown)
    return fields.filter((field) => moved.includes(field))
  }
  const shown = await given.eventually(
    () => given.readProduct(id),
    (one) => areSet(one).length === fields.length,
  )
  return areSet(shown)
}
