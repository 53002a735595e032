import type { Claim } from '#suite'

/** That a list has this property, marked as deleted or not. */
export function showsMark(id: string, isDeleted: boolean): Pick<Claim, 'criterion'> {
  return { criterion: { kind: 'entry', id, listed: true, shows: { field: 'deleted', text: `${isDeleted}` } } }
}
