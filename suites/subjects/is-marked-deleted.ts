import { isRecord, type Exchange } from '#suite'

/** Whether an answer shows a record that is marked as deleted. */
export function isMarkedDeleted({ status, json }: Exchange): boolean {
  return status === 200 && isRecord(json) && json['deleted'] === true
}

/** How something that was deleted is answered by id, for observations. */
export function deletedAs(read: Exchange): string | number {
  return isMarkedDeleted(read) ? '200, marked deleted' : read.status
}
