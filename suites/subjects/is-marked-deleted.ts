import { fieldOf, isRecord, type Claim, type Exchange } from '#suite'

/** Whether an answer shows a record that is marked as deleted. */
export function isMarkedDeleted({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && json['deleted'] === true
}

/** How something that was deleted is answered by id, for observations. */
export function deletedAs(read: Exchange): string | number {
  return isMarkedDeleted(read) ? '200, marked deleted' : read.status
}

/** How a script tells that a record is marked as deleted where it is not refused. */
export function showsItsMark({ json }: Exchange): Pick<Claim, 'criterion'> {
  const deleted = fieldOf({ json }, 'deleted')
  const received = deleted === undefined ? {} : { deleted }
  return { criterion: { kind: 'same', expected: { deleted: true }, received } }
}
