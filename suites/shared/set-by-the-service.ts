import { isSameRecord, type Exchange, type Given } from '#suite'

/** Fields of a product that no request sets: whoever works with it does, or an automation. */
export const setByTheService = ['owner', 'status', 'excludedStatusIds', 'archived'] as const

/** Of the fields that no request sets, those that two answers show differently. */
export function setBetween(before: Exchange, after: Exchange): readonly string[] {
  const records = { kind: 'product', expected: before.json, received: after.json, shows: 'entry' } as const
  return setByTheService.filter((field) => !isSameRecord({ ...records, only: [field] }))
}

/**
 * Of the fields that no request sets, those that an answer shows as they were before.
 * lawful: an automation that sets them after a write was answered
 */
export function asBefore(before: Exchange, answer: Exchange): readonly string[] {
  const moved = setBetween(before, answer)
  return setByTheService.filter((field) => !moved.includes(field))
}

/**
 * Which of the fields that changed during writes to a product also change on a new product without writes. lawful: automations
 * that set owners and statuses of all products a moment after their creation
 */
export async function setByItself(given: Given, fields: readonly string[]): Promise<readonly string[]> {
  if (fields.length === 0) return []
  const { id, exchange } = await given.product({}, { isNew: true })
  const areSet = (shown: Exchange): readonly string[] => {
    const moved = setBetween(exchange, shown)
    return fields.filter((field) => moved.includes(field))
  }
  const shown = await given.eventually(
    () => given.readProduct(id),
    (one) => areSet(one).length === fields.length,
  )
  return areSet(shown)
}

const creationsAtMost = 4

/**
 * Of the fields that no request sets, those that a product shows otherwise than the answer to its creation because a moment has passed:
 * of several new ones that are read at once, one has them as it was answered.
 */
export async function setAfterCreation(given: Given, answer: Exchange, read: Exchange): Promise<readonly string[]> {
  const moved = setBetween(answer, read)
  let differing = moved
  for (let count = 0; count < creationsAtMost && differing.length > 0; count += 1) {
    const { id, exchange } = await given.product({}, { isNew: true })
    const present = setBetween(exchange, await given.readProduct(id))
    differing = differing.filter((field) => present.includes(field))
  }
  return moved.filter((field) => !differing.includes(field))
}
